import { systemContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import type { Ids } from '../../ports/ids';
import type { PayoutProvider } from '../../ports/providers/payout-provider';
import { deferralBy } from '../limits';
import { askPayout, type PlacedPayout } from '../owners/owners';
import type { PayoutStep } from '../request-payout';

/** Between looks at what is deferred. */
export const DEFERRED_MS = 15_000;

export interface DeferDeps extends HandleDeps {
  readonly ids: Ids;
}

export interface JudgedPayout {
  readonly step: PayoutStep;
  readonly owed: PlacedPayout;
  readonly provider: PayoutProvider;
}

/** Records the reason that keeps the payout from being sent now, where the stream does not have it yet. */
export const isDeferred = async (deps: DeferDeps, { step, owed, provider }: JudgedPayout): Promise<boolean> => {
  const { terms, payout } = owed;
  const limited = { kind: terms.kind, amountCents: BigInt(terms.amountCents) };
  const reason = deferralBy(provider, limited, deps.clock.now());
  if (reason === null) return false;
  if (payout.phase !== 'REQUESTED' || payout.deferred?.reason === reason) return true;
  await askPayout(deps, step.stream, {
    // A reason may come again.
    context: systemContext('payouts', deps.ids.uuid(), step.causeEventId),
    command: { type: 'DeferPayout', provider: provider.name, reason, now: deps.clock.iso() },
  });
  return true;
};
