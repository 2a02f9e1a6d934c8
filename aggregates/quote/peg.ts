import { BASIS_POINTS, parseDecimal, type Rational } from '../money';

const MOST_BASIS_POINTS_OFF = 50n;

/** The middle of a market's sides, in reais per unit; null when a side is no decimal. */
export const middleOf = ({ sell, buy }: { readonly sell: string; readonly buy: string }): Rational | null => {
  const [bid, ask] = [parseDecimal(sell), parseDecimal(buy)];
  if (bid === null || ask === null) return null;
  return {
    numerator: bid.numerator * ask.denominator + ask.numerator * bid.denominator,
    denominator: 2n * bid.denominator * ask.denominator,
  };
};

export const holdsPeg = ({ numerator, denominator }: Rational): boolean => {
  const off = numerator > denominator ? numerator - denominator : denominator - numerator;
  return off * BASIS_POINTS <= MOST_BASIS_POINTS_OFF * denominator;
};
