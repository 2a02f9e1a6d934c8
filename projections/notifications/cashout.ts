import type { CashoutEvent } from '../../aggregates/cashout/events';
import { toJsonNumber, toShortDecimal } from '../../aggregates/money';
import type { Notifying } from './notification';

export const cashoutNotifications: Notifying<CashoutEvent> = {
  DepositAccepted: ({ data }) => ({
    event: 'INTENT_CONFIRMED',
    optIn: false,
    status: 'PROCESSING',
    data: {
      sender: data.sender,
      amount: toShortDecimal(BigInt(data.amountBaseUnits), data.decimals),
      currency: data.symbol,
      txHash: data.txid,
      chain: data.network,
      confirmedAt: data.acceptedAt,
    },
  }),
  CashoutCompleted: ({ data }) => ({
    event: 'INTENT_COMPLETED',
    optIn: false,
    status: 'COMPLETED',
    data: {
      baasTransactionId: data.providerId,
      ...(data.endToEndId === null ? {} : { endToEndId: data.endToEndId }),
      invoiceValue: toJsonNumber(BigInt(data.amountCents), 2),
      invoiceCurrency: data.currency,
      completedAt: data.completedAt,
      receiptUrl: data.receiptUrl,
    },
  }),
  CashoutFailed: ({ data }) => ({
    event: 'INTENT_FAILED',
    optIn: false,
    status: 'FAILED',
    data: {
      reason: data.reason,
      reasonCode: data.reasonCode,
      attempts: data.attempts,
      failedAt: data.failedAt,
      refundDue: data.refundDue,
    },
  }),
  CashoutExpired: ({ data }) => ({
    event: 'INTENT_EXPIRED',
    optIn: true,
    status: 'EXPIRED',
    data: { expiredAt: data.expiredAt },
  }),
};
