import type { Resolved } from '../../payout/request-payout';
import type { CreditSweeps, SweepPass, SweepState, SweptCredits } from '../../ports/credit-sweeps';
import { type CashinDeps, HELD_MS, heldBack } from '../cashin-step';
import { type Walked, walk } from './walk-credits';

export interface SweepCredits extends SweptCredits {
  /** Creation of its first intent: milliseconds since 1970. */
  readonly sinceMs: number;
}

export interface SweepDeps extends CashinDeps {
  readonly creditSweeps: CreditSweeps;
}

const EVERY_MS = 900_000;

/** A bank may list a PIX after its time, and two clocks differ. */
const OVERLAP_MS = 48 * 3_600_000;

/** As long as a PIX may be refunded or disputed. */
const LONGEST_MS = 90 * 86_400_000;

const ALERT_AFTER_MS = 3_600_000;

const NEVER_SWEPT: SweepState = { sweptAtMs: null, pass: null, failingSinceMs: null };

/** Covers the whole time since the last successful sweep, and alerts when no sweep succeeds for an hour. */
export const sweepCredits =
  (deps: SweepDeps) =>
  async (sweep: SweepCredits): Promise<Resolved> => {
    const nowMs = deps.clock.now();
    const before = (await deps.creditSweeps.read(sweep)) ?? NEVER_SWEPT;
    const pass = before.pass ?? begun(sweep, before, nowMs);
    const provider = deps.chargeProviders.named(sweep.provider, sweep.mode);
    const walked: Walked =
      provider === null ? { pass, end: 'FAILED' } : await walk({ deps, sweep, provider, nowMs }, pass);
    const after = stateAfter(before, walked, nowMs);
    await deps.creditSweeps.save(sweep, after);
    if (after.failingSinceMs !== null && deps.clock.now() - after.failingSinceMs > ALERT_AFTER_MS) tell(deps, sweep);
    return heldBack(deps, walked.end === 'MORE' ? HELD_MS : EVERY_MS);
  };

const begun = ({ sinceMs }: SweepCredits, { sweptAtMs }: SweepState, nowMs: number): SweepPass => {
  const fromMs = Math.max((sweptAtMs ?? sinceMs) - OVERLAP_MS, nowMs - LONGEST_MS);
  return { beganAtMs: nowMs, fromMs, toMs: fromMs, after: '', isWhole: true };
};

const stateAfter = (before: SweepState, { pass, end }: Walked, nowMs: number): SweepState => {
  const isFailing = end === 'FAILED' || !pass.isWhole;
  if (end === 'ENDED' && !isFailing) return { sweptAtMs: pass.beganAtMs, pass: null, failingSinceMs: null };
  return {
    sweptAtMs: before.sweptAtMs,
    pass: end === 'ENDED' ? null : pass,
    failingSinceMs: before.failingSinceMs ?? (isFailing ? nowMs : null),
  };
};

const tell = ({ alert }: SweepDeps, { provider, partnerId, mode }: SweepCredits): void =>
  alert('A charge provider has listed no payments for an hour: a PIX may be missing', { provider, partnerId, mode });
