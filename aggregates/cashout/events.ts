import type { DepositId, NetworkName } from '../chain';
import type { Digits } from '../money';
import type { CashoutTerms } from '../quote/events';
import type { Sealed } from '../sealed';

/** PENDING -> PROCESSING -> COMPLETED or FAILED; PENDING -> EXPIRED (specification, part 3; design: domain, section 3). */
export type CashoutEvent =
  | { readonly type: 'CashoutIntentCreated'; readonly data: CashoutIntentCreated }
  | { readonly type: 'DepositAccepted'; readonly data: DepositAccepted }
  | { readonly type: 'CashoutExpired'; readonly data: CashoutExpired }
  | { readonly type: 'PayoutRequested'; readonly data: PayoutRequested }
  | { readonly type: 'PayoutDispatched'; readonly data: PayoutDispatched }
  | { readonly type: 'PayoutOutcomeUnknown'; readonly data: PayoutOutcomeUnknown }
  | { readonly type: 'PayoutRejected'; readonly data: PayoutRejected }
  | { readonly type: 'PayoutSettled'; readonly data: PayoutSettled }
  | { readonly type: 'PayoutReturned'; readonly data: PayoutReturned }
  | { readonly type: 'PayoutContradicted'; readonly data: PayoutContradicted }
  | { readonly type: 'GiftCardRevealed'; readonly data: GiftCardRevealed }
  | { readonly type: 'CashoutCompleted'; readonly data: CashoutCompleted }
  | { readonly type: 'CashoutFailed'; readonly data: CashoutFailed }
  | { readonly type: 'RefundDue'; readonly data: RefundDue };

export interface CashoutIntentCreated extends CashoutTerms {
  readonly intentId: string;
  readonly quoteId: string;
  readonly createdAt: string;
}

export interface DepositAccepted {
  readonly intentId: string;
  readonly memo: string;
  readonly depositId: DepositId;
  readonly network: NetworkName;
  readonly txid: string;
  readonly assetId: number;
  readonly symbol: string;
  readonly decimals: number;
  readonly amountBaseUnits: Digits;
  readonly sender: string;
  readonly blockTime: string;
  readonly acceptedAt: string;
}

export interface CashoutExpired {
  readonly intentId: string;
  readonly memo: string;
  readonly expiresAt: string;
  /** WATERMARK: the network was seen past the deadline. GRACE: it was not, in time. */
  readonly cause: 'WATERMARK' | 'GRACE';
  readonly expiredAt: string;
}

export interface PayoutRequested {
  readonly intentId: string;
  /** From 1; a new attempt has a new provider key. */
  readonly attempt: number;
  /** UUIDv5(intentId, attempt): the key under which the provider pays at most once. */
  readonly providerKey: string;
  readonly amountCents: Digits;
  readonly requestedAt: string;
}

export interface PayoutDispatched {
  readonly intentId: string;
  readonly attempt: number;
  readonly providerKey: string;
  readonly provider: string;
  readonly workerId: string;
  readonly dispatchedAt: string;
  /** The worker must not write to the socket after this. */
  readonly notAfter: string;
}

export interface PayoutOutcomeUnknown {
  readonly intentId: string;
  readonly attempt: number;
  readonly providerKey: string;
  readonly reason: string;
  readonly unknownAt: string;
}

export interface PayoutRejected {
  readonly intentId: string;
  readonly attempt: number;
  readonly providerKey: string;
  readonly code: string;
  readonly message: string;
  /** When the next attempt is due; null when there will be none. */
  readonly nextAttemptAt: string | null;
  readonly rejectedAt: string;
}

export interface PayoutSettled {
  readonly intentId: string;
  readonly attempt: number;
  readonly providerKey: string;
  readonly providerId: string;
  readonly amountCents: Digits;
  readonly endToEndId: string | null;
  readonly receiptUrl: string | null;
  /** What a gift card is redeemed with; absent when the payout is none, or its user was erased. */
  readonly giftCardPin?: Sealed;
  readonly settledAt: string;
}

/** The payee's bank sent the money back after COMPLETED: a fact and a ledger entry; the intent stays COMPLETED. */
export interface PayoutReturned {
  readonly intentId: string;
  readonly providerKey: string;
  /** What came back now; what came back before has an event of its own. */
  readonly amountCents: Digits;
  readonly returnedAt: string;
}

/** The provider says the opposite of what it said before: an alarm that moves no money. */
export interface PayoutContradicted {
  readonly intentId: string;
  readonly providerKey: string;
  readonly settledNow: boolean;
  readonly detail: string;
  readonly contradictedAt: string;
}

/** The PIN of the gift card was shown to its user; the metadata says to whom and in which request. Changes no status. */
export interface GiftCardRevealed {
  readonly intentId: string;
  readonly revealedAt: string;
}

export interface CashoutCompleted {
  readonly intentId: string;
  readonly providerId: string;
  readonly endToEndId: string | null;
  readonly receiptUrl: string | null;
  readonly amountCents: Digits;
  readonly currency: 'BRL';
  readonly completedAt: string;
}

export interface CashoutFailed {
  readonly intentId: string;
  readonly reasonCode: string;
  readonly reason: string;
  readonly attempts: number;
  readonly refundDue: boolean;
  readonly failedAt: string;
}

export interface RefundDue {
  readonly intentId: string;
  readonly depositId: DepositId;
  readonly assetId: number;
  readonly amountBaseUnits: Digits;
  readonly to: string;
  readonly reason: 'PAYOUT_FAILED' | 'SURPLUS';
  readonly dueAt: string;
}
