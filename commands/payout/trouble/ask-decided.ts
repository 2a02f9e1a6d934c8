import type { LedgerEvent } from '../../../aggregates/events';
import type { Decided } from '../../../aggregates/payout/state';
import type { Payout, PayoutProviders } from '../../ports/payout-provider';
import { PROVIDER_GONE } from '../dispatch-payout';
import type { PlacedPayout } from '../owners/owners';
import { asked, believed } from '../payout-answer';
import { outcomeOf, pinOf } from '../payout-outcome';
import { type RecordOutcomeDeps, recordPayoutOutcome } from '../record-payout-outcome';
import type { Resolved } from '../request-payout';

export interface AskDecidedDeps extends RecordOutcomeDeps {
  readonly payoutProviders: Pick<PayoutProviders, 'named'>;
}

/** A payout that operators have taken for not paid. */
export interface DecidedPayout {
  readonly owed: PlacedPayout;
  readonly decided: Decided;
  readonly causeEventId: string;
}

const CALL_TIMEOUT_MS = 10_000;

const ASK_EVERY_MS = 300_000;

export const decidedUnder = ({ payout }: PlacedPayout, providerKey: string): Decided | null =>
  payout.decided?.providerKey === providerKey ? payout.decided : null;

/**
 * Asks until the refund may be made and, while the step is due, after it: a settlement that comes to light is a
 * contradiction, as from a late callback. Nothing is ever sent.
 */
export const askDecidedAgain =
  (deps: AskDecidedDeps) =>
  async (work: DecidedPayout): Promise<Resolved> => {
    const { events } = await askDecided(deps)(work);
    if (events.some(({ type }) => type === 'PayoutContradicted')) return 'done';
    const nowMs = deps.clock.now();
    const refundableMs = Date.parse(work.decided.refundableFrom);
    const nextMs = nowMs + ASK_EVERY_MS;
    return { askAgainAtMs: nowMs < refundableMs ? Math.min(nextMs, refundableMs) : nextMs };
  };

export interface Heard {
  /** As the provider knows it; null: it knows nothing of it, or nothing that can be believed. */
  readonly state: Payout['state'] | null;
  /** What came of it. */
  readonly events: readonly LedgerEvent[];
}

const NOTHING: Heard = { state: null, events: [] };

/** Once. Only the provider that was sent the key is asked. */
export const askDecided =
  (deps: AskDecidedDeps) =>
  async ({ owed, decided, causeEventId }: DecidedPayout): Promise<Heard> => {
    const { stream, partnerId, mode, terms } = owed;
    const { providerKey } = decided;
    const provider = deps.payoutProviders.named(decided.provider, mode);
    if (provider === null) {
      deps.alert(PROVIDER_GONE, { stream, providerKey, provider: decided.provider });
      return NOTHING;
    }
    const call = { requestId: providerKey, partnerId, mode, deadlineMs: deps.clock.now() + CALL_TIMEOUT_MS };
    const question = { provider: provider.name, providerKey, amountCents: BigInt(terms.amountCents) };
    const said = await asked(provider.name, () => provider.get(call, providerKey));
    const answer = believed(deps.alert, stream, question, said);
    if (!answer.ok) return NOTHING;
    const { state } = answer.value;
    const outcome = outcomeOf(answer);
    if (outcome === null) return { state, events: [] };
    const found = { stream, providerKey, causeEventId, outcome, dispatchedAt: null, ...pinOf(answer) };
    return { state, events: await recordPayoutOutcome(deps)(found) };
  };
