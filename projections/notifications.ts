import { createHash } from 'node:crypto';
import { base32 } from 'multiformats/bases/base32';
import type { CashoutEvent } from '../aggregates/cashout/events';
import type { Recorded } from '../aggregates/events';
import { toJsonNumber, toShortDecimal } from '../aggregates/money';

/** `optIn` events are sent only to a destination that names them. */
export interface Notification {
  readonly event: string;
  readonly optIn: boolean;
  readonly status: string;
  readonly data: object;
}

type Notifying = {
  readonly [Type in CashoutEvent['type']]?: (event: Recorded & Extract<CashoutEvent, { type: Type }>) => Notification;
};

const notifications: Notifying = {
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

/** Every name that a destination's filter may contain, including events that are not sent yet. */
export const NOTIFICATION_NAMES = [
  'INTENT_CONFIRMED',
  'INTENT_COMPLETED',
  'INTENT_FAILED',
  'INTENT_EXPIRED',
  'CASHIN_COMPLETED',
  'CASHIN_FAILED',
  'CASHIN_EXPIRED',
  'WITHDRAW_COMPLETED',
  'WITHDRAW_FAILED',
  'KYC_PENDING',
  'KYC_IN_PROGRESS',
  'KYC_IN_REVIEW',
  'KYC_APPROVED',
  'KYC_REJECTED',
  'KYC_EXPIRED',
] as const;

export const notificationOf = (event: Recorded): Notification | null => {
  const byType = notifications as { readonly [type: string]: ((event: Recorded) => Notification) | undefined };
  return byType[event.type]?.(event) ?? null;
};

/** Stable over retries, replays and rebuilds (design: api, section 6). */
export const deliveryIdOf = (eventId: string): string =>
  `evt_${base32.baseEncode(createHash('sha256').update(eventId).digest().subarray(0, 16))}`;
