import type { WebhookOutcomeEvent } from '../../aggregates/webhook/events';
import { webhook } from '../../aggregates/webhook/webhook';
import type { CommandContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';

export interface RecordWebhookOutcome {
  readonly eventId: string;
  readonly correlationId: string;
  readonly outcome: WebhookOutcomeEvent;
  /** Replay requests so far; each sending has its own outcome. */
  readonly replays: number;
}

/** Records a notification's final outcome, so that a rebuilt outbox does not resend it. Repeatable; the first wins. */
export const recordWebhookOutcome =
  (deps: HandleDeps) =>
  async (input: RecordWebhookOutcome): Promise<void> => {
    await handle(deps, webhook, {
      id: input.outcome.data.deliveryId,
      context: contextOf(input),
      command: { type: 'RecordOutcome', outcome: input.outcome },
      opensStream: true,
      // A replay's stream already exists.
      isUnanswered: input.replays === 0,
    });
  };

/** The first sending keeps the id from before replays existed. */
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
