import type { ChainFamily } from '../chain';
import { type BaseUnits, type Rational, roundUp } from '../money';
import { rejection } from '../rejection';

/** What a chain can carry of one asset in one transfer. */
export interface Carriage {
  readonly most: BaseUnits;
  /** How many digits an amount may have, zeros at its end not counted; null: as many as it has. */
  readonly significantDigits: number | null;
}

const wholeUpTo = (most: bigint): Carriage => ({ most, significantDigits: null });

const UINT64 = wholeUpTo(2n ** 64n - 1n);
const INT64 = wholeUpTo(2n ** 63n - 1n);
const UINT256 = wholeUpTo(2n ** 256n - 1n);
/** 100 billion XRP: more than there are. */
const DROPS = wholeUpTo(10n ** 17n);
/** The ledger's own bound is higher than what our tables hold. */
const XRPL_ISSUED: Carriage = { most: UINT256.most, significantDigits: 16 };

/** For each family, of its coin and of a token or an issued asset (design: chains, sections 1 to 5). */
export const CARRIAGES: Readonly<Record<ChainFamily, (isNative: boolean) => Carriage>> = {
  evm: () => UINT256,
  solana: () => UINT64,
  stellar: () => INT64,
  tron: (isNative) => (isNative ? INT64 : UINT256),
  xrpl: (isNative) => (isNative ? DROPS : XRPL_ISSUED),
};

/** By how much two amounts of this size must differ for the chain to tell them apart. */
const stepAt = (amount: BaseUnits, { significantDigits }: Carriage): bigint => {
  const length = amount.toString().length;
  return significantDigits === null || length <= significantDigits ? 1n : 10n ** BigInt(length - significantDigits);
};

/**
 * The least amount that is not below `exact` (in base units) and that the chain can carry. Refuses AMOUNT_BELOW_MINIMUM
 * below one base unit, and AMOUNT_ABOVE_LIMIT.
 */
export const carriable = ({ numerator, denominator }: Rational, carriage: Carriage): BaseUnits => {
  if (numerator < denominator)
    throw rejection('AMOUNT_BELOW_MINIMUM', 'The amount is below the smallest unit of the asset');
  const whole = roundUp(numerator, denominator);
  const step = stepAt(whole, carriage);
  const amount = roundUp(whole, step) * step;
  if (amount > carriage.most) throw rejection('AMOUNT_ABOVE_LIMIT', 'The amount is above what its chain can carry');
  return amount;
};
