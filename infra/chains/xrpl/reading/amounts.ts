import { malformed } from '../../encodings/answers';

export interface Units {
  /** Base units, rounded down. */
  readonly amount: bigint;
  /** Further digits, without closing zeros; empty if there are none. */
  readonly cutOff: string;
}

/** The ledger holds exponents from -96 to 80. */
const FARTHEST_EXPONENT = 96;
const DECIMAL = /^(\d{1,200})(?:\.(\d{1,200}))?(?:[eE]([+-]?\d{1,3}))?$/;

const significantDigits = (digits: string): number => digits.replace(/^0+/, '').replace(/0+$/, '').length;

/** Base units of decimal text, perhaps with an exponent. Throws on any other value, and above `mostDigits`. */
export const unitsOf = (value: unknown, decimals: number, mostDigits: number): Units => {
  const [, whole, part = '', power = '0'] = (typeof value === 'string' && DECIMAL.exec(value)) || [];
  const exponent = Number(power);
  if (whole === undefined || Math.abs(exponent) > FARTHEST_EXPONENT) throw malformed('amount');
  const digits = `${whole}${part}`;
  if (significantDigits(digits) > mostDigits) throw malformed(`amount of more than ${mostDigits} digits`);
  const places = exponent + decimals - part.length;
  if (places >= 0) return { amount: BigInt(digits) * 10n ** BigInt(places), cutOff: '' };
  const padded = digits.padStart(1 - places, '0');
  return { amount: BigInt(padded.slice(0, places)), cutOff: padded.slice(places).replace(/0+$/, '') };
};
