import { cashout } from '../aggregates/cashout/cashout';
import type { Mode } from '../aggregates/partner/events';
import { stateOf } from './handle';
import { outcomeOf, pinOf } from './payout-outcome';
import type { PayoutProvider } from './ports/payout-provider';
import { type RecordOutcomeDeps, recordPayoutOutcome } from './record-payout-outcome';

export interface ConfirmPayoutDeps extends RecordOutcomeDeps {
  readonly payoutProviderFor: (mode: Mode) => PayoutProvider | null;
  /** The intent that was to be paid under the key; null when there is none. */
  readonly intentOfPayout: (providerKey: string) => Promise<string | null>;
}

const CALL_TIMEOUT_MS = 10_000;

/** A payout that is not known after this long is nobody of ours; before it, we may not have read our own log that far. */
const YOUNG_MS = 10 * 60_000;

export interface Confirmation {
  readonly providerKey: string;
  readonly providerEventId: string;
  /** When the provider called for the first time: milliseconds since 1970. */
  readonly firstMadeAtMs: number;
}

/**
 * A provider has called back: a hint and never a proof, so the provider is asked before anything moves. It may be about
 * a payout that is open, or one that was returned after it had settled, which nobody asks about any more. So it rejects,
 * for the provider to call again, when the question is not answered and while an unknown key may still become known;
 * after 10 minutes an unknown key is left alone.
 */
export const confirmPayout =
  (deps: ConfirmPayoutDeps) =>
  async ({ providerKey, providerEventId, firstMadeAtMs }: Confirmation): Promise<void> => {
    const intentId = await deps.intentOfPayout(providerKey);
    const state = intentId === null ? null : await stateOf(deps.eventStore, cashout, intentId);
    if (intentId === null || state === null || !('facts' in state)) {
      if (deps.clock.now() - firstMadeAtMs >= YOUNG_MS) return;
      throw new Error('No payout is known under this key yet');
    }
    const { partnerId, mode } = state.facts;
    const deadlineMs = deps.clock.now() + CALL_TIMEOUT_MS;
    const call = { requestId: providerEventId, partnerId, mode, deadlineMs };
    const answer = await deps.payoutProviderFor(mode)?.get(call, providerKey);
    if (answer?.ok !== true)
      throw new Error(`The provider did not say what became of it: ${answer?.kind ?? 'NO_PROVIDER'}`);
    const outcome = outcomeOf(answer);
    if (outcome === null) return;
    await recordPayoutOutcome(deps)({
      ...{ intentId, providerKey, outcome, ...pinOf(answer) },
      causeEventId: providerEventId,
      dispatchedAt: null,
    });
  };
