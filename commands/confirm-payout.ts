import { cashout } from '../aggregates/cashout/cashout';
import type { Mode } from '../aggregates/partner/events';
import { stateOf } from './handle';
import { outcomeOf, pinOf } from './payout-outcome';
import type { PayoutProvider } from './ports';
import { type RecordOutcomeDeps, recordPayoutOutcome } from './record-payout-outcome';

export interface ConfirmPayoutDeps extends RecordOutcomeDeps {
  readonly payoutProviderFor: (mode: Mode) => PayoutProvider | null;
  /** The intent that was to be paid under the key; null when there is none. */
  readonly intentOfPayout: (providerKey: string) => Promise<string | null>;
}

const CALL_TIMEOUT_MS = 10_000;

/**
 * A provider has called back: a hint and never a proof, so the provider is asked before anything moves. It may be about
 * a payout that is open, or one that was returned after it had settled. Unknown keys are left alone.
 */
export const confirmPayout =
  (deps: ConfirmPayoutDeps) =>
  async ({ providerKey, providerEventId }: { readonly providerKey: string; readonly providerEventId: string }) => {
    const intentId = await deps.intentOfPayout(providerKey);
    if (intentId === null) return;
    const state = await stateOf(deps.eventStore, cashout, `cashout-${intentId}`);
    if (!('facts' in state)) return;
    const { partnerId, mode } = state.facts;
    const deadlineMs = deps.clock.now() + CALL_TIMEOUT_MS;
    const call = { requestId: providerEventId, partnerId, mode, deadlineMs };
    const answer = await deps.payoutProviderFor(mode)?.get(call, providerKey);
    if (answer?.ok !== true) return;
    const outcome = outcomeOf(answer);
    if (outcome === null) return;
    const causeEventId = providerEventId;
    await recordPayoutOutcome(deps)({ intentId, providerKey, causeEventId, outcome, ...pinOf(answer) });
  };
