import type { ChainFamily } from '../chain';
import { type BaseUnits, type Rational, roundUp } from '../money';
import { rejection } from '../rejection';

export interface Carriage {
  readonly most: BaseUnits;
  /** Digits of an amount without trailing zeros; null: no limit. */
  readonly significantDigits: number | null;
}

const wholeUpTo = (most: bigint): Carriage => ({ most, significantDigits: null });

const UINT64 = wholeUpTo(2n ** 64n - 1n);
const INT64 = wholeUpTo(2n ** 63n - 1n);
const UINT256 = wholeUpTo(2n ** 256n - 1n);
/** 100 billion XRP: more than exist. */
const DROPS = wholeUpTo(10n ** 17n);
/** The XRP ledger's own limit exceeds the range of our tables. */
const XRPL_ISSUED: Carriage = { most: UINT256.most, significantDigits: 16 };

export const CARRIAGES: Readonly<Record<ChainFamily, (isNative: boolean) => Carriage>> = {
  evm: () => UINT256,
  simulated: () => UINT256,
  solana: () => UINT64,
  stellar: () => INT64,
  tron: (isNative) => (isNative ? INT64 : UINT256),
  xrpl: (isNative) => (isNative ? DROPS : XRPL_ISSUED),
};

const stepAt = (amount: BaseUnits, { significantDigits }: Carriage): bigint => {
  const length = amount.toString().length;
  return significantDigits === null || length <= significantDigits ? 1n : 10n ** BigInt(length - significantDigits);
};

/** The least carriable amount >= `exact` (base units). Throws AMOUNT_BELOW_MINIMUM or AMOUNT_ABOVE_LIMIT. */
export const carriable = ({ numerator, denominator }: Rational, carriage: Carriage): BaseUnits => {
  if (numerator < denominator)
    throw rejection('AMOUNT_BELOW_MINIMUM', 'The amount is below the smallest unit of the asset');
  const whole = roundUp(numerator, denominator);
  const step = stepAt(whole, carriage);
  const amount = roundUp(whole, step) * step;
  if (amount > carriage.most) throw rejection('AMOUNT_ABOVE_LIMIT', 'The amount exceeds the maximum of its chain');
  return amount;
};

/** The greatest carriable amount <= `exact`. Throws AMOUNT_BELOW_MINIMUM or AMOUNT_ABOVE_LIMIT. */
export const carried = (exact: BaseUnits, carriage: Carriage): BaseUnits => {
  if (exact < 1n) throw rejection('AMOUNT_BELOW_MINIMUM', 'The amount is below the smallest unit of the asset');
  const step = stepAt(exact, carriage);
  const amount = exact - (exact % step);
  if (amount > carriage.most) throw rejection('AMOUNT_ABOVE_LIMIT', 'The amount exceeds the maximum of its chain');
  return amount;
};
