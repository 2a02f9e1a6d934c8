import { toJsonNumber } from '../../aggregates/money';
import type { WithdrawalEvent } from '../../aggregates/withdrawal/events';
import type { Notifying } from './notification';

const reais = (cents: string): number => toJsonNumber(BigInt(cents), 2);

export const withdrawalNotifications: Notifying<WithdrawalEvent> = {
  WithdrawalCompleted: ({ data }) => ({
    event: 'WITHDRAW_COMPLETED',
    optIn: false,
    status: 'COMPLETED',
    data: {
      baasTransactionId: data.providerId,
      ...(data.endToEndId === null ? {} : { endToEndId: data.endToEndId }),
      amount: reais(data.grossCents),
      fee: reais(data.feeCents),
      netAmount: reais(data.netCents),
      currency: data.currency,
      completedAt: data.completedAt,
      receiptUrl: data.receiptUrl,
    },
  }),
  WithdrawalFailed: ({ data }) => ({
    event: 'WITHDRAW_FAILED',
    optIn: false,
    status: 'FAILED',
    data: { reason: data.reason, reasonCode: data.reasonCode, failedAt: data.failedAt, refundDue: data.refundDue },
  }),
};
