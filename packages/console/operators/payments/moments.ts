import type { PaymentPage } from '../api/payments';

/** Positions between which the page can go, oldest first: from the first event of the payment itself. */
export const positionsOf = ({ moments, payment }: PaymentPage): readonly string[] => {
  const begun = moments.findLast(({ stream }) => stream.endsWith(payment.id))?.position ?? '0';
  const all = moments.map(({ position }) => position).filter((position) => BigInt(position) >= BigInt(begun));
  return [...new Set(all)].reverse();
};

/** The place on the slider; the last one is now. */
export const placeOf = (positions: readonly string[], asOf: string | null): number => {
  if (asOf === null) return positions.length - 1;
  return Math.max(
    positions.findLastIndex((position) => BigInt(position) <= BigInt(asOf)),
    0,
  );
};

/** The time of a field, which has no zone, in São Paulo. */
export const inSaoPaulo = (field: string): string => `${field.length === 16 ? `${field}:00` : field}-03:00`;
