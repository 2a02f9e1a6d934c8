import { cashout } from '../aggregates/cashout/cashout';
import type { CashoutEvent } from '../aggregates/cashout/events';
import type { Outcome } from '../aggregates/payout/commands';
import type { Sealed } from '../aggregates/sealed';
import { systemContext } from './context';
import { commandIdOf } from './deterministic-ids';
import { type HandleDeps, handle, stateOf } from './handle';
import type { KeyVault } from './ports/key-vault';
import type { CashoutSettings } from './ports/settings';

export interface RecordOutcomeDeps extends HandleDeps {
  readonly settings: Pick<CashoutSettings, 'payoutAttemptDelaysMs'>;
  readonly vault: Pick<KeyVault, 'open' | 'seal'>;
  /** Tells a person; moves no money. */
  readonly alert: (what: string, facts: Readonly<Record<string, string>>) => void;
}

export interface PayoutAnswer {
  readonly intentId: string;
  readonly providerKey: string;
  readonly causeEventId: string;
  readonly outcome: Outcome;
  /** When that was sent to which this is the answer; null when the provider was asked what became of the key. */
  readonly dispatchedAt: string | null;
  /** In clear; it is sealed here, before anything is written. */
  readonly giftCardPin?: string;
}

/** Answers, callbacks and polls all end here; the first definitive outcome wins. */
export const recordPayoutOutcome =
  (deps: RecordOutcomeDeps) =>
  async (answer: PayoutAnswer): Promise<readonly CashoutEvent[]> => {
    const { intentId, providerKey, causeEventId, dispatchedAt } = answer;
    const outcome = await withSealedPin(deps, answer);
    const { events } = await handle(deps, cashout, {
      id: intentId,
      context: systemContext(
        'payouts',
        // A settlement that is corrected is another answer, though the same question brought it.
        commandIdOf('record-outcome', providerKey, causeEventId, outcome.kind, amountOf(outcome)),
        causeEventId,
      ),
      command: {
        type: 'RecordOutcome',
        providerKey,
        outcome,
        dispatchedAt,
        attemptDelaysMs: deps.settings.payoutAttemptDelaysMs,
        now: new Date(deps.clock.now()).toISOString(),
      },
    });
    if (events.some(({ type }) => type === 'PayoutContradicted')) {
      deps.alert('A provider contradicts itself about a payout', { intentId, providerKey });
    }
    return events;
  };

const amountOf = (outcome: Outcome): string => {
  if (outcome.kind === 'RETURNED') return `${outcome.amountCents}/${outcome.settlement.amountCents}`;
  return 'amountCents' in outcome ? outcome.amountCents : '';
};

const withSealedPin = async (
  deps: RecordOutcomeDeps,
  { intentId, outcome, giftCardPin }: PayoutAnswer,
): Promise<Outcome> => {
  if (giftCardPin === undefined) return outcome;
  const sealed = await sealPin(deps, intentId, giftCardPin);
  const pin = sealed === null ? {} : { giftCardPin: sealed };
  if (outcome.kind === 'SETTLED') return { ...outcome, ...pin };
  return outcome.kind === 'RETURNED' ? { ...outcome, settlement: { ...outcome.settlement, ...pin } } : outcome;
};

/** Null when there is nobody left whose key could seal it: a person must see to it, and the payout has settled. */
const sealPin = async (deps: RecordOutcomeDeps, intentId: string, pin: string): Promise<Sealed | null> => {
  const state = await stateOf(deps.eventStore, cashout, intentId);
  if (!('facts' in state)) return null;
  const { userId, payout } = state.facts;
  if ((await deps.vault.open(payout.instruction)) !== null) return deps.vault.seal(userId, pin);
  deps.alert('A gift card was bought for a user who has been erased: its PIN was not kept', { intentId });
  return null;
};
