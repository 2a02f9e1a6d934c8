import type { CashinEvent } from '../../aggregates/cashin/events';
import type { ShownDelivery } from '../../aggregates/delivery/events';
import { toJsonNumber, toShortDecimal } from '../../aggregates/money';
import type { Notifying } from './notification';

const deliveryOf = (delivery: ShownDelivery) => ({
  deliveryId: delivery.deliveryId,
  asset: delivery.symbol,
  chain: delivery.network,
  tokenAmount: toShortDecimal(BigInt(delivery.amountBaseUnits), delivery.decimals),
  destination: delivery.destination,
});

const cents = (digits: string): number => toJsonNumber(BigInt(digits), 0);

export const cashinNotifications: Notifying<CashinEvent> = {
  CashinCompleted: ({ data }) => ({
    event: 'CASHIN_COMPLETED',
    optIn: false,
    status: 'COMPLETED',
    data:
      data.delivery === null
        ? {
            // Without a deliveryId the partner's backend credits the wallet (specification, part 6).
            correlationID: data.intentId,
            walletAddress: data.destination,
            valueCents: cents(data.amountCents),
            transactionID: data.endToEndId,
            splitApplied: data.splitApplied,
            // The owed part, if the split was not applied.
            splitValueCents: cents(data.splitApplied ? data.splitCents : (data.splitOwedCents ?? data.splitCents)),
            completedAt: data.completedAt,
          }
        : {
            correlationID: data.intentId,
            ...deliveryOf(data.delivery),
            onChainTxId: data.delivery.txId,
            completedAt: data.completedAt,
          },
  }),
  CashinFailed: ({ data }) => ({
    event: 'CASHIN_FAILED',
    optIn: false,
    status: 'FAILED',
    data: {
      correlationID: data.intentId,
      reason: data.reason,
      reasonCode: data.reasonCode,
      failedAt: data.failedAt,
      refundDue: data.refundDue,
      ...(data.delivery === null ? {} : deliveryOf(data.delivery)),
    },
  }),
  CashinExpired: ({ data }) => ({
    event: 'CASHIN_EXPIRED',
    optIn: true,
    status: 'EXPIRED',
    data: { correlationID: data.intentId, expiredAt: data.expiredAt },
  }),
  // Each PIX that was refunded. The intent may have any state, and keeps it.
  ChargeRefundDone: ({ data }) => ({
    event: 'CASHIN_REFUNDED',
    optIn: true,
    status: 'REFUNDED',
    data: {
      correlationID: data.intentId,
      transactionID: data.endToEndId,
      valueCents: cents(data.amountCents),
      reasonCode: data.reason,
      ...(data.returnId === null ? {} : { returnId: data.returnId }),
      refundedAt: data.doneAt,
    },
  }),
};
