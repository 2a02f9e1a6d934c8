import type { Cents } from '../money';
import { rejection } from '../rejection';
import type { FeeParts } from './events';
import { type FeeTerms, feePartsOf } from './fees';

export interface SplitGross {
  readonly fees: FeeParts;
  readonly netCents: Cents;
}

export type GrossTerms = Omit<FeeTerms, 'payoutCents'>;

/** The highest net whose fees the gross covers; a rounding cent is the platform's. Throws AMOUNT_BELOW_MINIMUM. */
export const splitGross = (grossCents: Cents, terms: GrossTerms): SplitGross => {
  const netCents = mostCovered(grossCents, terms);
  if (netCents <= 0n) throw rejection('AMOUNT_BELOW_MINIMUM', 'The amount does not cover its fees');
  const fees = feePartsOf({ ...terms, payoutCents: netCents });
  const left = grossCents - netCents - BigInt(fees.totalCents);
  return {
    fees: {
      ...fees,
      platformCents: (BigInt(fees.platformCents) + left).toString(),
      totalCents: (BigInt(fees.totalCents) + left).toString(),
    },
    netCents,
  };
};

const totalOf = (netCents: Cents, terms: GrossTerms): Cents =>
  netCents + BigInt(feePartsOf({ ...terms, payoutCents: netCents }).totalCents);

/** Totals grow with the net, so halving the range finds it. Negative when the gross does not cover the fees of zero. */
const mostCovered = (grossCents: Cents, terms: GrossTerms): Cents => {
  let [covered, tooMuch] = [-1n, grossCents + 1n];
  while (tooMuch - covered > 1n) {
    const middle = (covered + tooMuch) / 2n;
    if (totalOf(middle, terms) <= grossCents) covered = middle;
    else tooMuch = middle;
  }
  return covered;
};
