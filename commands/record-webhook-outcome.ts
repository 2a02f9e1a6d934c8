import type { WebhookEvent } from '../aggregates/webhook/events';
import { webhook } from '../aggregates/webhook/webhook';
import type { CommandContext } from './context';
import { commandIdOf } from './deterministic-ids';
import { type HandleDeps, handle } from './handle';

export interface RecordWebhookOutcome {
  /** Id of the event that the notification is about. */
  readonly eventId: string;
  /** The id by which the receiver correlates, such as the intent's. */
  readonly correlationId: string;
  readonly outcome: WebhookEvent;
}

/**
 * Writes the final outcome of a notification back into history, so that a rebuilt outbox does not send it again.
 * Repeatable; the first outcome wins.
 */
export const recordWebhookOutcome =
  (deps: HandleDeps) =>
  async (input: RecordWebhookOutcome): Promise<void> => {
    await handle(deps, webhook, {
      stream: `webhook-${input.outcome.data.deliveryId}`,
      context: contextOf(input),
      command: { type: 'RecordOutcome', outcome: input.outcome },
      opensStream: true,
    });
  };

const contextOf = ({ eventId, correlationId, outcome: { data } }: RecordWebhookOutcome): CommandContext => ({
  commandId: commandIdOf('record-webhook-outcome', data.deliveryId),
  correlationId,
  causationId: eventId,
  actor: { kind: 'system', id: 'webhook-dispatcher' },
  partnerId: data.partnerId,
  subjectId: null,
  mode: data.mode,
  requestId: null,
  reason: null,
});
