import type { Mode } from '../../aggregates/partner/events';
import { asked } from '../payout/payout-answer';
import type { Resolved } from '../payout/request-payout';
import type { ChargeProvider, Credit } from '../ports/providers/charge-provider';
import type { CallContext } from '../ports/result';
import { isId } from './answer-rules';
import { askCharge } from './ask-charge';
import { type CashinDeps, cashinIn } from './cashin-step';
import { recordCharge } from './record-charge';

export interface SweepCredits {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly provider: string;
}

const EVERY_MS = 900_000;

/** Longer than anything that the sweep may have missed. */
const WINDOW_MS = 48 * 3_600_000;

/** In one sweep; the others come in the next ones. */
const MOST_CREDITS = 200;

const CALL_TIMEOUT_MS = 10_000;

/** Finds a PIX that nobody asked about any more, such as a late one on an intent that has ended. */
export const sweepCredits =
  (deps: CashinDeps) =>
  async (sweep: SweepCredits): Promise<Resolved> => {
    const provider = deps.chargeProviders.named(sweep.provider, sweep.mode);
    if (provider !== null) await sweepOnce(deps, sweep, provider);
    return { askAgainAtMs: deps.clock.now() + EVERY_MS };
  };

const sweepOnce = async (deps: CashinDeps, sweep: SweepCredits, provider: ChargeProvider): Promise<void> => {
  const { partnerId, mode } = sweep;
  const nowMs = deps.clock.now();
  const call: CallContext = { requestId: `sweep-${nowMs}`, partnerId, mode, deadlineMs: nowMs + CALL_TIMEOUT_MS };
  const from = new Date(nowMs - WINDOW_MS).toISOString();
  const listed = await asked(provider.name, () => provider.listCredits(call, from, deps.clock.iso()));
  if (!listed.ok) return;
  let looked = 0;
  for (const credit of listed.value) {
    if (looked >= MOST_CREDITS) return;
    if (!isId(credit.endToEndId) || (await deps.intentOfPix(credit.endToEndId)) !== null) continue;
    looked += 1;
    await follow(deps, sweep, provider, credit);
  }
};

const follow = async (
  deps: CashinDeps,
  { partnerId, mode }: SweepCredits,
  provider: ChargeProvider,
  { chargeKey, endToEndId }: Credit,
): Promise<void> => {
  const state = chargeKey === null || !isId(chargeKey) ? null : await cashinIn(deps, chargeKey);
  if (state === null || state.status === 'NONE') {
    deps.alert('A PIX came that names no charge of ours', { provider: provider.name, partnerId, endToEndId });
    return;
  }
  const { facts } = state;
  // Of somebody else's charges nothing is asked in this partner's name.
  if (facts.partnerId !== partnerId || facts.mode !== mode || facts.chargeProvider !== provider.name) return;
  const charge = await askCharge(deps, facts, provider);
  if (!charge.ok) return;
  await recordCharge(deps)({ facts, charge: charge.value, closed: null, causeEventId: endToEndId });
};
