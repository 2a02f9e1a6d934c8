import type { CashoutEvent } from '../aggregates/cashout/events';
import type { EventOf, Recorded } from '../aggregates/events';
import type { WebhookEvent } from '../aggregates/webhook/events';
import { type OutboxDestinationRow, outboxDestinations } from '../read-models/outbox-destinations';
import { ownerOf } from '../read-models/partner-secrets';
import { type WebhookOutboxRow, webhookOutbox } from '../read-models/webhook-outbox';
import { deliveryIdOf, type Notification, notificationOf } from './notifications';
import { type Change, type Get, keyOf, type Projection, patch, put, remove } from './projection';

type DestinationEvent = EventOf<'DestinationRegistered' | 'DestinationRemoved'>;

const isWanted = (destination: OutboxDestinationRow, { event, optIn }: Notification): boolean =>
  destination.events.length === 0 ? !optIn : destination.events.includes(event);

/** The bytes that are signed and sent: built from the event, so that they are the same for ever. */
const bodyOf = (event: Recorded & CashoutEvent, { event: name, status, data }: Notification): string =>
  JSON.stringify({
    id: deliveryIdOf(event.id),
    event: name,
    intentId: event.data.intentId,
    status,
    timestamp: event.metadata.at,
    sequence: event.revision,
    data,
  });

const notified = (event: Recorded & CashoutEvent, notification: Notification, get: Get): readonly Change[] => {
  const { partnerId, mode, at } = event.metadata;
  if (partnerId === null || mode === null) return [];
  const destination = get(outboxDestinations, ownerOf(partnerId, mode));
  const wanted = destination !== undefined && isWanted(destination, notification);
  return [
    put(webhookOutbox, {
      delivery_id: deliveryIdOf(event.id),
      event_id: event.id,
      partner_id: partnerId,
      mode,
      event: notification.event,
      correlation_key: event.data.intentId,
      body: bodyOf(event, notification),
      destination_url: wanted ? destination.url : null,
      status: wanted ? 'PENDING' : 'UNSENT',
      position_commit: event.position.commit.toString(),
      position_prepare: event.position.prepare.toString(),
      created_at: at,
      finished_at: null,
    }),
  ];
};

const destinationChanged = ({ type, data }: DestinationEvent): readonly Change[] => {
  const owner = ownerOf(data.partnerId, data.mode);
  if (type === 'DestinationRemoved') return [remove(outboxDestinations, owner)];
  return [put(outboxDestinations, { owner, url: data.url, events: data.events })];
};

const OUTCOMES: { readonly [Type in WebhookEvent['type']]: WebhookOutboxRow['status'] } = {
  WebhookDelivered: 'DELIVERED',
  WebhookExhausted: 'EXHAUSTED',
  WebhookCancelled: 'CANCELLED',
};

const isOutcome = (event: Recorded): event is Recorded & WebhookEvent => event.type in OUTCOMES;

const isDestination = (event: Recorded): event is Recorded & DestinationEvent =>
  event.type === 'DestinationRegistered' || event.type === 'DestinationRemoved';

const apply = (event: Recorded, get: Get): readonly Change[] => {
  if (isDestination(event)) return destinationChanged(event);
  if (isOutcome(event)) {
    const { deliveryId, at } = event.data;
    return patch(webhookOutbox, get, deliveryId, { status: OUTCOMES[event.type], finished_at: at });
  }
  const notification = notificationOf(event);
  return notification === null ? [] : notified(event as Recorded & CashoutEvent, notification, get);
};

const keys: Projection['keys'] = (event) => {
  const { data, metadata } = event;
  if ('deliveryId' in data) return [keyOf(webhookOutbox, data.deliveryId)];
  if (isDestination(event)) return [keyOf(outboxDestinations, ownerOf(event.data.partnerId, event.data.mode))];
  if (notificationOf(event) === null || metadata.partnerId === null || metadata.mode === null) return [];
  return [
    keyOf(outboxDestinations, ownerOf(metadata.partnerId, metadata.mode)),
    keyOf(webhookOutbox, deliveryIdOf(event.id)),
  ];
};

/** One row per notification, folded with the destination in the order of the log. */
export const webhookOutboxProjection: Projection = {
  name: 'webhook-outbox',
  tables: [webhookOutbox, outboxDestinations],
  streamPrefixes: ['cashout-', 'partner-', 'webhook-'],
  keys,
  apply,
};
