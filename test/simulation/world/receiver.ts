import { recordWebhookOutcome } from '../../../commands/webhook/record-webhook-outcome';
import { webhookOutboxProjection } from '../../../projections/webhook-outbox';
import { type WebhookOutboxRow, webhookOutbox } from '../../../read-models/webhooks/webhook-outbox';
import { surviving } from './surviving';
import type { World } from './world';

/** The partner's server: the bodies that arrived there, by delivery id. */
export const createReceiver = (isDown: () => boolean) => {
  const arrivals = new Map<string, string[]>();
  return {
    /** False when the server does not answer; it may have taken the webhook all the same. */
    take: ({ delivery_id, body }: WebhookOutboxRow): boolean => {
      if (isDown()) return false;
      arrivals.set(delivery_id, [...(arrivals.get(delivery_id) ?? []), body]);
      return !isDown();
    },
    arrivalsOf: (deliveryId: string): readonly string[] => arrivals.get(deliveryId) ?? [],
  };
};

/** Sends the pending webhooks. Only an answer ends one, and a lost outcome sends it again. */
export const deliverWebhooks = async (world: World): Promise<void> => {
  const waiting = world.rowsOf(webhookOutboxProjection).all(webhookOutbox);
  for (const row of waiting) {
    if (row.status !== 'PENDING' || !world.receiver.take(row)) continue;
    const { delivery_id: deliveryId, partner_id: partnerId, mode, event_id: eventId, correlation_key, replays } = row;
    const data = { deliveryId, partnerId, mode, attempts: 1, at: world.clock.iso() };
    const outcome = { type: 'WebhookDelivered', data: { ...data, status: 200 } } as const;
    const answered = { eventId, correlationId: correlation_key, outcome, replays };
    await world.pauses.run(() => surviving(() => recordWebhookOutcome(world.deps)(answered)));
  }
};
