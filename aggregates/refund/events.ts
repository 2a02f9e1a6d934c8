import type { Digits } from '../money';
import type { PartnerReferences } from '../quote/events';

/**
 * ChargeRefundDue -> ChargeRefundDispatched -> ChargeRefundDone; ChargeRefundDispatched -> ChargeRefundUnknown ->
 * (ChargeRefundDispatched again under the same key, done or rejected); ChargeRefundDispatched -> ChargeRefundRejected ->
 * (ChargeRefundDispatched, the next attempt, or an operator): one PIX goes back, in the stream of its cash-in.
 */
export type RefundEvent =
  | { readonly type: 'ChargeRefundDue'; readonly data: ChargeRefundDue }
  | { readonly type: 'ChargeRefundDispatched'; readonly data: ChargeRefundDispatched }
  | { readonly type: 'ChargeRefundUnknown'; readonly data: ChargeRefundUnknown }
  | { readonly type: 'ChargeRefundRejected'; readonly data: ChargeRefundRejected }
  | { readonly type: 'ChargeRefundDone'; readonly data: ChargeRefundDone };

/** Names one PIX. A bank uses an end-to-end id for one payment only, for ever. */
interface OfPix {
  readonly intentId: string;
  readonly endToEndId: string;
}

export type RefundReason =
  | 'LATE'
  | 'UNDERPAID'
  | 'OVERPAID'
  | 'WRONG_PAYER'
  /** Another PIX had been accepted. */
  | 'DUPLICATE'
  /** In time, for an intent that had ended. */
  | 'INTENT_CLOSED'
  | 'DELIVERY_FAILED'
  | 'DISPUTE_LOST';

/** An amount in BRL, owed to the payer. DELIVERY_FAILED and DISPUTE_LOST: the PIX had been accepted. */
export interface ChargeRefundDue extends OfPix {
  readonly partnerId: string;
  readonly amountCents: Digits;
  readonly reason: RefundReason;
  readonly dueAt: string;
}

export interface ChargeRefundDispatched extends OfPix {
  /** From 1; each attempt has its own key, under which the provider refunds at most once. */
  readonly attempt: number;
  readonly refundKey: string;
  readonly provider: string;
  readonly amountCents: Digits;
  readonly workerId: string;
  readonly dispatchedAt: string;
  /** The worker must not write to the socket after this. */
  readonly notAfter: string;
}

export interface ChargeRefundUnknown extends OfPix {
  readonly refundKey: string;
  readonly reason: string;
  readonly unknownAt: string;
}

export interface ChargeRefundRejected extends OfPix {
  readonly refundKey: string;
  readonly provider: string;
  readonly amountCents: Digits;
  readonly code: string;
  readonly message: string;
  /** Null when only an operator may continue; the refund stays owed. */
  readonly nextAttemptAt: string | null;
  readonly rejectedAt: string;
}

export interface ChargeRefundDone extends OfPix, PartnerReferences {
  readonly refundKey: string;
  readonly provider: string;
  readonly amountCents: Digits;
  readonly reason: RefundReason;
  readonly returnId: string | null;
  readonly doneAt: string;
}
