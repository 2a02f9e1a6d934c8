/** Non-negative integer in decimal digits: the form of every amount in events and JSON. */
export type Digits = string;

/** BRL in integer cents. */
export type Cents = bigint;

/** A token in its smallest unit (wei, lamports, stroops, ...). */
export type BaseUnits = bigint;

export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const BASIS_POINTS = 10_000n;

/** Rounds `numerator / denominator` (both >= 0) half to even: the one rounding rule for money. */
export const roundHalfEven = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  if (twice < denominator) return quotient;
  if (twice > denominator) return quotient + 1n;
  return quotient % 2n === 0n ? quotient : quotient + 1n;
};

/** Rounds `numerator / denominator` (both >= 0) up, so that a payer never pays too little. */
export const roundUp = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator;

export const shareOf = (amount: bigint, basisPoints: bigint): bigint =>
  roundHalfEven(amount * basisPoints, BASIS_POINTS);

/** Parts in proportion to `weights` (not all zero) that sum to `total` exactly; the first parts take the remainder. */
export const allocate = (total: bigint, weights: readonly bigint[]): readonly bigint[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  const parts = weights.map((weight) => (total * weight) / whole);
  const left = total - parts.reduce((sum, part) => sum + part, 0n);
  return parts.map((part, index) => (BigInt(index) < left ? part + 1n : part));
};

/** `toDecimal(1050n, 2)` is `10.50`. */
export const toDecimal = (minor: bigint, scale: number): string => {
  const digits = minor.toString().padStart(scale + 1, '0');
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

export const toShortDecimal = (minor: bigint, scale: number): string => {
  const decimal = toDecimal(minor, scale);
  return decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal;
};

const DECIMAL = /^(\d{1,40})(?:\.(\d{1,40}))?$/;

/** Null when the text is not a plain non-negative decimal. */
export const parseDecimal = (text: string): Rational | null => {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const fraction = match[2] ?? '';
  return { numerator: BigInt(`${match[1] ?? '0'}${fraction}`), denominator: 10n ** BigInt(fraction.length) };
};

/** Null when the text has more than `scale` decimals that matter. */
export const parseMinor = (text: string, scale: number): bigint | null => {
  const value = parseDecimal(text);
  if (value === null) return null;
  const scaled = value.numerator * 10n ** BigInt(scale);
  return scaled % value.denominator === 0n ? scaled / value.denominator : null;
};

/** Only for display: the specification types these fields as JSON numbers. */
export const toJsonNumber = (minor: bigint, scale: number): number => +toDecimal(minor, scale);
