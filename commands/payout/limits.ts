import { isNightInBrasilia } from '../../aggregates/brasilia-day';
import type { Mode } from '../../aggregates/partner/events';
import type { DeferralReason } from '../../aggregates/payout/events';
import { rejection } from '../../aggregates/rejection';
import type { PayoutChoice, PayoutProvider, PayoutProviders } from '../ports/providers/payout-provider';

export interface LimitedPayout extends PayoutChoice {
  readonly mode: Mode;
  readonly amountCents: bigint;
}

export const isAboveLimit = (
  { limits }: Pick<PayoutProvider, 'limits'>,
  { kind, amountCents }: Omit<LimitedPayout, 'mode'>,
): boolean => {
  const most = limits?.[kind]?.transactionCents;
  return most !== undefined && amountCents > most;
};

/** The reason why this provider may not be sent a new order now; null without one. */
export const deferralBy = (
  provider: PayoutProvider,
  payout: Omit<LimitedPayout, 'mode'>,
  nowMs: number,
): DeferralReason | null => {
  if (isAboveLimit(provider, payout)) return 'ABOVE_LIMIT';
  const { nightCents } = provider.limits?.[payout.kind] ?? {};
  const isLate = nightCents !== undefined && payout.amountCents > nightCents && isNightInBrasilia(nowMs);
  if (isLate) return 'NIGHT';
  return provider.isBroken?.(payout.kind) === true ? 'BREAKER_OPEN' : null;
};

/** Refuses AMOUNT_ABOVE_LIMIT where no provider of the mode and method pays so much at once. */
export const mustBePayable = (
  { payoutProviders }: { readonly payoutProviders: Pick<PayoutProviders, 'choose'> },
  payout: LimitedPayout,
): void => {
  const { mode } = payout;
  if (payoutProviders.choose(mode, payout) === null) return;
  if (payoutProviders.choose(mode, payout, (each) => !isAboveLimit(each, payout)) !== null) return;
  throw rejection('AMOUNT_ABOVE_LIMIT', 'The amount exceeds the limit of this kind of payment');
};
