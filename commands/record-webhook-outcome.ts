import type { WebhookEvent } from '../aggregates/webhook/events';
import { webhook } from '../aggregates/webhook/webhook';
import type { CommandContext } from './context';
import { commandIdOf } from './deterministic-ids';
import { handle, type HandleDeps } from './handle';

export interface RecordWebhookOutcome {
  /** Id of the event that the notification is about. */
  readonly eventId: string;
  readonly outcome: WebhookEvent;
}

/**
 * Writes the final outcome of a notification back into history, so that a rebuilt outbox does not send it again.
 * Repeatable; the first outcome wins.
 */
export const recordWebhookOutcome =
  (deps: HandleDeps) =>
  async ({ eventId, outcome }: RecordWebhookOutcome): Promise<void> => {
    await handle(deps, webhook, {
      stream: `webhook-${outcome.data.deliveryId}`,
      context: contextOf(eventId, outcome),
      command: { type: 'RecordOutcome', outcome },
      opensStream: true,
    });
  };

const contextOf = (eventId: string, { data }: WebhookEvent): CommandContext => ({
  commandId: commandIdOf('record-webhook-outcome', data.deliveryId),
  correlationId: eventId,
  causationId: eventId,
  actor: { kind: 'system', id: 'webhook-dispatcher' },
  partnerId: data.partnerId,
  subjectId: null,
  mode: data.mode,
  requestId: null,
  reason: null,
});
