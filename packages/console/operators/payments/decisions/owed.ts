import type { OpsPayment } from '../../../wire';

type Owing = Pick<OpsPayment, 'refund' | 'moneyOut'>;

/** Base units that are owed back and were not given back, in digits; null: none. */
export const owedOf = ({ refund, moneyOut }: Owing): string | null => {
  if (refund === null) return null;
  const given = moneyOut.filter(({ what }) => what === 'REFUND_TRANSFER');
  const owed = given.reduce((left, { amount }) => left - BigInt(amount.baseUnits), BigInt(refund.owed.baseUnits));
  return owed > 0n ? owed.toString() : null;
};
