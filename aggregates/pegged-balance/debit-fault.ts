import type { PeggedDebit } from './events';
import type { WithdrawalTerms } from './terms';

type Owing = Pick<WithdrawalTerms, 'network' | 'assetId' | 'wallet' | 'amountBaseUnits'>;

/** Why a debit does not pay for a withdrawal: it must have that asset, that wallet and exactly the gross. */
export const debitFaultOf = (owing: Owing, debit: PeggedDebit): string | null => {
  if (debit.network !== owing.network) return `debited on ${debit.network}`;
  if (debit.assetId !== owing.assetId) return `debited asset ${debit.assetId}`;
  if (debit.wallet !== owing.wallet) return `debited ${debit.wallet}`;
  if (debit.amountBaseUnits !== owing.amountBaseUnits) return `debited ${debit.amountBaseUnits} base units`;
  const paysReais = debit.issuerCents !== null;
  return paysReais === (debit.to === 'ISSUER') ? null : `debited to ${debit.to} for ${debit.issuerCents} cents`;
};
