import type { Resolved } from '../../payout/request-payout';
import { type CashinDeps, type CashinStep, cashinIn, heldBack } from '../cashin-step';
import { askCharge, chargerOf } from './ask-charge';
import { forgottenCharge } from './missing-charge';
import { recordCharge } from './record-charge';

export interface WatchCharge extends CashinStep {
  /** Start of the current standing: milliseconds since 1970. */
  readonly sinceMs: number;
}

/** A callback is faster but may be lost. Later disputes are checked once a day. */
const ASK_AFTER_MS = [2_000, 15_000, 30_000, 60_000, 120_000, 300_000, 900_000, 3_600_000, 21_600_000];
const ASK_EVERY_MS = 24 * 3_600_000;
const HELD_AGAIN_MS = 300_000;

/** While the charge can be paid, for a day after the intent's end, and while a PIX is disputed. */
export const watchCharge =
  (deps: CashinDeps) =>
  async ({ intentId, causeEventId, sinceMs }: WatchCharge): Promise<Resolved> => {
    const state = await cashinIn(deps, intentId);
    if (state.status === 'NONE') return 'done';
    const { facts } = state;
    const provider = chargerOf(deps, facts);
    if (provider === null) return heldBack(deps);
    const said = await askCharge(deps, facts, provider);
    const charge = said.ok ? said.value : forgottenCharge(state, said);
    const next = { askAgainAtMs: nextAskMs(deps.clock.now(), sinceMs) };
    if (charge === null) return next;
    const recorded = await recordCharge(deps)({ facts, charge, closed: null, causeEventId });
    if (recorded === 'RECORDED' || state.status !== 'ACTIVE') return next;
    // The user may be unblocked at any time.
    return { askAgainAtMs: Math.min(next.askAgainAtMs, deps.clock.now() + HELD_AGAIN_MS) };
  };

const nextAskMs = (nowMs: number, sinceMs: number): number => {
  const next = ASK_AFTER_MS.find((afterMs) => sinceMs + afterMs > nowMs);
  return next === undefined ? nowMs + ASK_EVERY_MS : sinceMs + next;
};
