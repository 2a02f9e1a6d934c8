import type { WebhookOutcomeEvent } from '../../aggregates/webhook/events';
import { webhook } from '../../aggregates/webhook/webhook';
import type { CommandContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';

export interface RecordWebhookOutcome {
  /** Id of the event that the notification is about. */
  readonly eventId: string;
  /** The id by which the receiver correlates, such as the intent's. */
  readonly correlationId: string;
  readonly outcome: WebhookOutcomeEvent;
  /** How often it had been asked to be sent again; each sending has an outcome of its own. */
  readonly replays: number;
}

/**
 * Writes the final outcome of a notification back into history, so that a rebuilt outbox does not send it again.
 * Repeatable; the first outcome wins.
 */
export const recordWebhookOutcome =
  (deps: HandleDeps) =>
  async (input: RecordWebhookOutcome): Promise<void> => {
    await handle(deps, webhook, {
      id: input.outcome.data.deliveryId,
      context: contextOf(input),
      command: { type: 'RecordOutcome', outcome: input.outcome },
      opensStream: true,
      // A replay's stream has begun before.
      isUnanswered: input.replays === 0,
    });
  };

/** The first sending keeps the id that it had before anything could be sent again. */
const commandIdFor = (deliveryId: string, replays: number): string =>
  commandIdOf('record-webhook-outcome', deliveryId, ...(replays === 0 ? [] : [String(replays)]));

const contextOf = ({ eventId, correlationId, replays, outcome: { data } }: RecordWebhookOutcome): CommandContext => ({
  commandId: commandIdFor(data.deliveryId, replays),
  correlationId,
  causationId: eventId,
  actor: { kind: 'system', id: 'webhook-dispatcher' },
  partnerId: data.partnerId,
  subjectId: null,
  mode: data.mode,
  requestId: null,
  reason: null,
});
