import type { LedgerEvent } from '../../../aggregates/events';
import type { Outcome } from '../../../aggregates/payout/commands';
import type { Sealed } from '../../../aggregates/sealed';
import type { StreamName } from '../../../aggregates/stream';
import type { Alert } from '../../alerts/kinds';
import { alertRecorded } from '../../alerts/recorded-alarms';
import { systemContext } from '../../handling/context';
import { commandIdOf } from '../../handling/deterministic-ids';
import type { HandleDeps } from '../../handling/request';
import type { CashoutSettings } from '../../handling/settings';
import type { KeyVault } from '../../ports/key-vault';
import { askPayout, readPayout } from '../owners/owners';

export interface RecordOutcomeDeps extends HandleDeps {
  readonly settings: Pick<CashoutSettings, 'payoutAttemptDelaysMs'>;
  readonly vault: Pick<KeyVault, 'open' | 'seal'>;
  readonly alert: Alert;
}

export interface PayoutAnswer {
  readonly stream: StreamName;
  readonly providerKey: string;
  readonly causeEventId: string;
  readonly outcome: Outcome;
  readonly dispatchedAt: string | null;
  readonly giftCardPin?: string;
  /** Number of contradictions when the provider was asked. After a further one, the same answer is a new command. */
  readonly contradictions?: number;
}

/** Answers, callbacks and polls all end here; the first definitive outcome wins. */
export const recordPayoutOutcome =
  (deps: RecordOutcomeDeps) =>
  async (answer: PayoutAnswer): Promise<readonly LedgerEvent[]> => {
    const { stream, providerKey, causeEventId, dispatchedAt, contradictions } = answer;
    const since = contradictions === undefined ? [] : [contradictions.toString()];
    const outcome = await withSealedPin(deps, answer);
    const events = await askPayout(deps, stream, {
      context: systemContext(
        'payouts',
        // The amount makes a corrected settlement another command.
        commandIdOf('record-outcome', providerKey, causeEventId, outcome.kind, amountOf(outcome), ...since),
        causeEventId,
      ),
      command: {
        type: 'RecordOutcome',
        providerKey,
        outcome,
        dispatchedAt,
        attemptDelaysMs: deps.settings.payoutAttemptDelaysMs,
        now: deps.clock.iso(),
      },
      // The worker that has just sent the order knows the stream.
      recalls: dispatchedAt !== null,
    });
    alertRecorded(deps.alert, stream, events);
    return events;
  };

const amountOf = (outcome: Outcome): string => {
  if (outcome.kind === 'RETURNED') return `${outcome.amountCents}/${outcome.settlement.amountCents}`;
  return 'amountCents' in outcome ? outcome.amountCents : '';
};

const withSealedPin = async (
  deps: RecordOutcomeDeps,
  { stream, outcome, giftCardPin }: PayoutAnswer,
): Promise<Outcome> => {
  if (giftCardPin === undefined) return outcome;
  const sealed = await sealPin(deps, stream, giftCardPin);
  const pin = sealed === null ? {} : { giftCardPin: sealed };
  if (outcome.kind === 'SETTLED') return { ...outcome, ...pin };
  return outcome.kind === 'RETURNED' ? { ...outcome, settlement: { ...outcome.settlement, ...pin } } : outcome;
};

/** Null when the user was erased: an operator must settle it. */
const sealPin = async (deps: RecordOutcomeDeps, stream: StreamName, pin: string): Promise<Sealed | null> => {
  const owed = await readPayout(deps.eventStore, stream);
  if (owed === null) return null;
  const { userId, terms } = owed;
  if ((await deps.vault.open(terms.instruction)) !== null) return deps.vault.seal(userId, pin);
  deps.alert('A gift card was bought for an erased user: its PIN was discarded', { stream });
  return null;
};
