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
  | ResolveReturn
  | RecoverPayout
  | RecordRefund;

export interface RequestPayout {
  readonly type: 'RequestPayout';
  /** The provider key of an attempt, derived from the owner's id, so that no attempt ever gets a second key. */
  readonly providerKeyOf: (attempt: number) => string;
  readonly provider: string | null;
  readonly now: string;
}

export interface HoldPayout {
  readonly type: 'HoldPayout';
  readonly now: string;
  /** After a loss: the log knows nothing of what was sent later. */
  readonly lostSince?: string;
}

export interface ReleasePayout {
  readonly type: 'ReleasePayout';
  readonly now: string;
  /** Every provider was asked by every key that may have been used, and knows of nothing that the log does not. */
  readonly hasAskedAll?: boolean;
  /** The operator's word: nothing of what is open was resolved or given back in the lost time. */
  readonly givesWord?: boolean;
  /** Of a withdrawal before its debit: every provider was asked after a loss, and none knows a payout. */
  readonly isUnpaid?: boolean;
  /** So many doubts about the debit that funds it were asked about, and it is there. Absent: nobody was asked. */
  readonly doubtsRefuted?: number;
}

/** After a loss a provider was found to know an order that the log does not: it is taken up, and never sent. */
export interface RecoverPayout {
  readonly type: 'RecoverPayout';
  readonly attempt: number;
  readonly providerKey: string;
  readonly provider: string;
  readonly workerId: string;
  readonly now: string;
}

/** What a provider knows of an order, asked just before. */
export interface Word {
  readonly providerKey: string;
  readonly provider: string;
  /** As the provider calls it. */
  readonly state: string;
  /** What it answers cannot be: it may have paid, and whatever amount. Absent: it can. */
  readonly isBreach?: boolean;
  /** Null: nothing definite. */
  readonly outcome: Outcome | null;
}

export interface DecidePayout {
  readonly type: 'DecidePayout';
  /** The one that was asked about, or sent last. */
  readonly providerKey: string;
  /** Absent: not paid, of an outcome that is unknown and about which no provider has a word. */
  readonly end?: PayoutEnd;
  /** About every key that was sent where `end` is given. Absent: no provider knows anything. */
  readonly words?: readonly Word[];
  /** The operator whose key asks. */
  readonly by: string;
  /** False for whoever may only be the second who decides. */
  readonly mayPropose: boolean;
  readonly now: string;
}

/** An operator says what becomes of money that the payee's bank sent back. */
export interface ResolveReturn {
  readonly type: 'ResolveReturn';
  readonly resolution:
    | { readonly how: 'PAID_AGAIN' | 'CRYPTO_DUE' }
    /** The transfer that was made, as the bank names it. */
    | { readonly how: 'PARTNER_PAID'; readonly transfer: string };
  /** What the operator saw to be open: more may have come back since. */
  readonly expectedCents: string;
  /** As of a release. Absent: nobody was asked. */
  readonly doubtsRefuted?: number;
  readonly now: string;
}

/** As an operator tells it. */
export type RefundTransfer = Omit<RefundRecorded, 'dues' | 'dueBaseUnits' | 'recordedAt'>;

/** Its transaction was claimed for this payment before. */
export interface RecordRefund {
  readonly type: 'RecordRefund';
  readonly transfer: RefundTransfer;
  /** Null: everything that is owed back. */
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
  /**
   * Null: a first sending. Otherwise the outcome is unknown since then, and the key is sent again because the provider
   * provably does not know it.
   */
  readonly unknownSince: string | null;
  /** What a tax obligation keeps of a first sending. */
  readonly parties?: Sealed;
}

export interface Settlement {
  readonly providerId: string;
  readonly amountCents: string;
  /** What the provider keeps in all, returns included; absent: nothing. */
  readonly feeCents?: string;
  /** Absent: the amount itself. */
  readonly cost?: PayoutCost;
  readonly endToEndId: string | null;
  readonly receiptUrl: string | null;
  /** Sealed under the user's key; only with gift cards. */
  readonly giftCardPin?: Sealed;
}

export interface Refusal {
  readonly kind: 'REJECTED';
  readonly code: string;
  readonly message: string;
  /** Another attempt may succeed. */
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
  /** Dispatch time of the sending that this answers; null when the provider was asked what became of the key. */
  readonly dispatchedAt: string | null;
  /** Waits before the second, third, ... attempt, in milliseconds; their count bounds the attempts. */
  readonly attemptDelaysMs: readonly number[];
  readonly now: string;
}
