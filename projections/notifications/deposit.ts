import type { NamedIntent, RefusedDeposit } from '../../aggregates/deposit/events';
import type { Recorded } from '../../aggregates/events';
import { toShortDecimal } from '../../aggregates/money';
import type { Notification } from './notification';

export interface DepositReport {
  readonly intent: NamedIntent;
  readonly notification: Notification;
}

const notificationOf = (depositId: string, refused: RefusedDeposit, { intentId, label }: NamedIntent): Notification => {
  const { txid, network, amountBaseUnits, symbol, contract, decimals } = refused;
  return {
    event: 'DEPOSIT_UNMATCHED',
    optIn: true,
    status: 'UNMATCHED',
    data: {
      ...{ depositId, intentId, txHash: txid, chain: network, asset: symbol ?? contract },
      ...(decimals === undefined ? {} : { amount: toShortDecimal(BigInt(amountBaseUnits), decimals) }),
      ...{ amountBaseUnits, label },
    },
  };
};

/** A report for each intent that the deposit names. */
export const depositReports = ({ type, data }: Recorded): readonly DepositReport[] => {
  if (type !== 'DepositUnmatched' && type !== 'DepositReleased') return [];
  const { depositId, refused } = data;
  if (refused === undefined) return [];
  return refused.intents.map((intent) => ({ intent, notification: notificationOf(depositId, refused, intent) }));
};
