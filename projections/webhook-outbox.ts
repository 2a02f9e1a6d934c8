import type { EventOf, Recorded } from '../aggregates/events';
import { FAMILY_PREFIXES } from '../aggregates/families';
import type { StreamPrefix } from '../aggregates/stream';
import type { WebhookOutcomeEvent, WebhookRequestEvent } from '../aggregates/webhook/events';
import { ownerOf, type SealedValue } from '../read-models/partners/partner-secrets';
import { type OutboxDestinationRow, outboxDestinations } from '../read-models/webhooks/outbox-destinations';
import { type WebhookOutboxRow, webhookOutbox } from '../read-models/webhooks/webhook-outbox';
import { type Report, reportsOf } from './notifications';
import type { Notification } from './notifications/notification';
import { type Change, type Get, keyOf, type Projection, patch, put, remove } from './projection';

type DestinationEvent = EventOf<'DestinationRegistered' | 'DestinationRemoved'>;

const isWanted = (destination: OutboxDestinationRow, { event, optIn }: Notification): boolean =>
  destination.events.length === 0 ? !optIn : destination.events.includes(event);

/** The signed body without the external id: built from the event alone, so it never changes. */
const bodyOf = ({ metadata, revision }: Recorded, report: Report): string =>
  JSON.stringify({
    id: report.deliveryId,
    event: report.notification.event,
    [report.correlation.key]: report.correlation.id,
    reference: report.reference,
    status: report.notification.status,
    timestamp: metadata.at,
    sequence: revision,
    data: report.notification.data,
  });

const placeOf = ({ id, position, metadata }: Recorded) => ({
  event_id: id,
  position_commit: position.commit.toString(),
  position_prepare: position.prepare.toString(),
  created_at: metadata.at,
  finished_at: null,
  replays: 0,
});

const notified = (event: Recorded, report: Report, get: Get): Change => {
  const { deliveryId, partnerId, mode, correlation, notification, externalUserId } = report;
  const destination = get(outboxDestinations, ownerOf(partnerId, mode));
  const wanted = destination !== undefined && isWanted(destination, notification);
  return put(webhookOutbox, {
    ...placeOf(event),
    delivery_id: deliveryId,
    partner_id: partnerId,
    mode,
    event: notification.event,
    correlation_key: correlation.id,
    body: bodyOf(event, report),
    external_user_id: (externalUserId ?? null) as SealedValue | null,
    destination_url: wanted ? destination.url : null,
    status: wanted ? 'PENDING' : 'UNSENT',
  });
};

/** Sent with any filter, because the partner asked for it. */
const tested = (event: Recorded<EventOf<'WebhookTestRequested'>>, get: Get): readonly Change[] => {
  const { deliveryId, partnerId, mode, requestedAt } = event.data;
  const url = get(outboxDestinations, ownerOf(partnerId, mode))?.url ?? null;
  const told = { id: deliveryId, event: 'WEBHOOK_TEST', status: 'TEST', timestamp: event.metadata.at };
  return [
    put(webhookOutbox, {
      ...placeOf(event),
      delivery_id: deliveryId,
      partner_id: partnerId,
      mode,
      event: told.event,
      correlation_key: deliveryId,
      body: JSON.stringify({ ...told, sequence: event.revision, data: { requestedAt } }),
      external_user_id: null,
      destination_url: url,
      status: url === null ? 'UNSENT' : 'PENDING',
    }),
  ];
};

/** The same bytes to the current destination. Without a destination the sender cancels. */
const replayed = ({ data }: EventOf<'WebhookReplayRequested'>, get: Get): readonly Change[] => {
  const row = get(webhookOutbox, data.deliveryId);
  if (row === undefined) return [];
  const url = get(outboxDestinations, ownerOf(data.partnerId, data.mode))?.url ?? row.destination_url;
  const status = url === null ? 'UNSENT' : 'PENDING';
  return [put(webhookOutbox, { ...row, status, destination_url: url, finished_at: null, replays: row.replays + 1 })];
};

const destinationChanged = ({ type, data }: DestinationEvent): readonly Change[] => {
  const owner = ownerOf(data.partnerId, data.mode);
  if (type === 'DestinationRemoved') return [remove(outboxDestinations, owner)];
  return [put(outboxDestinations, { owner, url: data.url, events: data.events })];
};

const OUTCOMES: { readonly [Type in WebhookOutcomeEvent['type']]: WebhookOutboxRow['status'] } = {
  WebhookDelivered: 'DELIVERED',
  WebhookExhausted: 'EXHAUSTED',
  WebhookCancelled: 'CANCELLED',
};

const isOutcome = (event: Recorded): event is Recorded<WebhookOutcomeEvent> => event.type in OUTCOMES;

const isRequest = (event: Recorded): event is Recorded<WebhookRequestEvent> =>
  event.type === 'WebhookTestRequested' || event.type === 'WebhookReplayRequested';

const isDestination = (event: Recorded): event is Recorded<DestinationEvent> =>
  event.type === 'DestinationRegistered' || event.type === 'DestinationRemoved';

const apply = (event: Recorded, get: Get): readonly Change[] => {
  if (isDestination(event)) return destinationChanged(event);
  if (isOutcome(event)) {
    const { deliveryId, at } = event.data;
    return patch(webhookOutbox, get, deliveryId, { status: OUTCOMES[event.type], finished_at: at });
  }
  if (event.type === 'WebhookTestRequested') return tested(event, get);
  if (event.type === 'WebhookReplayRequested') return replayed(event, get);
  return reportsOf(event).map((report) => notified(event, report, get));
};

const keys: Projection['keys'] = (event) => {
  const { data } = event;
  if (isRequest(event)) {
    const { partnerId, mode, deliveryId } = event.data;
    return [keyOf(outboxDestinations, ownerOf(partnerId, mode)), keyOf(webhookOutbox, deliveryId)];
  }
  if ('deliveryId' in data) return [keyOf(webhookOutbox, data.deliveryId)];
  if (isDestination(event)) return [keyOf(outboxDestinations, ownerOf(event.data.partnerId, event.data.mode))];
  return reportsOf(event).flatMap(({ partnerId, mode, deliveryId }) => [
    keyOf(outboxDestinations, ownerOf(partnerId, mode)),
    keyOf(webhookOutbox, deliveryId),
  ]);
};

export const webhookOutboxProjection: Projection<'webhook-outbox', StreamPrefix> = {
  name: 'webhook-outbox',
  tables: [webhookOutbox, outboxDestinations],
  streamPrefixes: [...FAMILY_PREFIXES, 'deposit-', 'partner-', 'webhook-'],
  keys,
  apply,
};
