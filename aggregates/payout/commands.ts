import type { Sealed } from '../sealed';
import type { DeferralReason, PayoutCost, PayoutEnd, RefundRecorded } from './events';

export type PayoutCommand =
  | RequestPayout
  | DispatchPayout
  | DeferPayout
  | RecordOutcome
  | HoldPayout
  | ReleasePayout
  | DecidePayout
  | WithdrawProposal
  | ResolveReturn
  | RecoverPayout
  | RecordRefund;

export interface RequestPayout {
  readonly type: 'RequestPayout';
  readonly providerKeyOf: (attempt: number) => string;
  readonly provider: string | null;
  readonly now: string;
}

export interface HoldPayout {
  readonly type: 'HoldPayout';
  readonly now: string;
  /** After a loss: the log lost the sendings after this time. */
  readonly lostSince?: string;
}

export interface ReleasePayout {
  readonly type: 'ReleasePayout';
  readonly now: string;
  /** Every provider was asked by every key that may have been used, and reports no order that the log lacks. */
  readonly hasAskedAll?: boolean;
  /** The operator confirms that no open return or due was resolved in the lost time. */
  readonly givesWord?: boolean;
  /** For a withdrawal before its debit, after a loss: no provider knows a payout. */
  readonly isUnpaid?: boolean;
  /** Count of doubts about the funding debit that were asked about and refuted. Absent: no check was made. */
  readonly doubtsRefuted?: number;
}

/** Records an order that a provider has and the log lost. The order is never sent again. */
export interface RecoverPayout {
  readonly type: 'RecoverPayout';
  readonly attempt: number;
  readonly providerKey: string;
  readonly provider: string;
  readonly workerId: string;
  readonly now: string;
}

export interface WithdrawProposal {
  readonly type: 'WithdrawProposal';
  readonly by: string;
  readonly now: string;
}

export interface Word {
  readonly providerKey: string;
  readonly provider: string;
  readonly state: string;
  /** The answer is impossible: the order may be paid with any amount. Absent: the answer is possible. */
  readonly isBreach?: boolean;
  /** Null: nothing definite. */
  readonly outcome: Outcome | null;
}

export interface DecidePayout {
  readonly type: 'DecidePayout';
  readonly providerKey: string;
  /** Absent: not paid, for an unknown outcome that no provider knows. */
  readonly end?: PayoutEnd;
  /** Reports on every sent key where `end` is given. Absent: no provider knows an order. */
  readonly words?: readonly Word[];
  readonly by: string;
  readonly mayPropose: boolean;
  readonly now: string;
}

export interface ResolveReturn {
  readonly type: 'ResolveReturn';
  readonly resolution:
    | { readonly how: 'PAID_AGAIN' | 'CRYPTO_DUE' }
    | { readonly how: 'PARTNER_PAID'; readonly transfer: string };
  /** The open amount that the operator saw: another return may have arrived since. */
  readonly expectedCents: string;
  readonly doubtsRefuted?: number;
  readonly now: string;
}

export type RefundTransfer = Omit<RefundRecorded, 'dues' | 'dueBaseUnits' | 'recordedAt'>;

/** Records a refund whose transaction is already claimed for this payment. */
export interface RecordRefund {
  readonly type: 'RecordRefund';
  readonly transfer: RefundTransfer;
  /** Number of one due; null: all dues. */
  readonly due: number | null;
  readonly now: string;
}

export interface DeferPayout {
  readonly type: 'DeferPayout';
  readonly provider: string;
  readonly reason: DeferralReason;
  readonly now: string;
}

export interface DispatchPayout {
  readonly type: 'DispatchPayout';
  readonly provider: string;
  readonly workerId: string;
  readonly now: string;
  readonly notAfter: string;
  readonly unknownSince: string | null;
  readonly parties?: Sealed;
}

export interface Settlement {
  readonly providerId: string;
  readonly amountCents: string;
  readonly feeCents?: string;
  readonly cost?: PayoutCost;
  readonly endToEndId: string | null;
  readonly receiptUrl: string | null;
  readonly giftCardPin?: Sealed;
}

export interface Refusal {
  readonly kind: 'REJECTED';
  readonly code: string;
  readonly message: string;
  readonly retryClass: boolean;
  /** The provider's retry-after, in milliseconds. */
  readonly retryAfterMs?: number;
}

export type Outcome =
  | ({ readonly kind: 'SETTLED' } & Settlement)
  | Refusal
  | { readonly kind: 'UNKNOWN'; readonly reason: string }
  /** Settled, then returned by the payee's bank; `amountCents` is the total returned so far. */
  | { readonly kind: 'RETURNED'; readonly amountCents: string; readonly settlement: Settlement };

export interface RecordOutcome {
  readonly type: 'RecordOutcome';
  readonly providerKey: string;
  readonly outcome: Outcome;
  readonly dispatchedAt: string | null;
  readonly attemptDelaysMs: readonly number[];
  readonly now: string;
}
