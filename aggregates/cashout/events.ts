import type { DepositId, NetworkName } from '../chain';
import type { Assignment } from '../deposit/events';
import type { Digits } from '../money';
import type { PayoutEvent } from '../payout/events';
import type { CashoutTerms, PartnerReferences } from '../quote/events';
import type { Sealed } from '../sealed';

/**
 * CashoutIntentCreated (PENDING) -> DepositAccepted (PROCESSING) -> its payout -> CashoutCompleted, GiftCardRevealed;
 * DepositAccepted -> its payout -> CashoutFailed -> RefundDue; CashoutIntentCreated -> CashoutExpired
 * (specification, part 3; design: domain, section 3).
 */
export type CashoutEvent =
  | { readonly type: 'CashoutIntentCreated'; readonly data: CashoutIntentCreated }
  | { readonly type: 'DepositAccepted'; readonly data: DepositAccepted }
  | { readonly type: 'ExpiryHeld'; readonly data: ExpiryHeld }
  | { readonly type: 'CashoutExpired'; readonly data: CashoutExpired }
  | { readonly type: 'GiftCardRevealed'; readonly data: GiftCardRevealed }
  | { readonly type: 'CashoutCompleted'; readonly data: CashoutCompleted }
  | { readonly type: 'CashoutFailed'; readonly data: CashoutFailed }
  | { readonly type: 'RefundDue'; readonly data: RefundDue }
  | PayoutEvent<OfIntent>;

/** Correlates what happens in the stream of an intent with it. */
export interface OfIntent {
  readonly intentId: string;
}

export interface CashoutIntentCreated extends CashoutTerms {
  readonly intentId: string;
  readonly quoteId: string;
  /** As the quote had it; absent when it had none, and in events of before it was kept. */
  readonly externalId?: Sealed;
  readonly createdAt: string;
}

export interface DepositAccepted extends PartnerReferences {
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
  /** Absent when the rule says so by itself. */
  readonly assignment?: Assignment;
  readonly acceptedAt: string;
}

/** What is known, when an intent is to expire, of the network and of what may still pay it. */
export interface ExpiryEvidence {
  /** Up to when every deposit of the network is known; null: not at all yet. */
  readonly watermark: string | null;
  /** When the last look at the network that succeeded began; null: none has. */
  readonly lookedAt: string | null;
  /** Deposits that would pay the intent and are not decided yet. */
  readonly holds: number;
  /** Transactions with its memo that could not be read yet. */
  readonly unread: number;
  /** Streams that a projection has parked and that may tell of a payment; absent when there is none. */
  readonly parked?: number;
  /** How long after the deadline a look must have succeeded where no watermark comes. */
  readonly graceSeconds: number;
  /** How long after the deadline an intent is kept open at most while the network cannot be looked at. */
  readonly ceilingSeconds: number;
}

/** The intent should have ended long ago, and what may pay it is still not decided: an operator must look. */
export interface ExpiryHeld {
  readonly intentId: string;
  readonly memo: string;
  readonly evidence: ExpiryEvidence;
  readonly heldAt: string;
}

export interface CashoutExpired extends PartnerReferences {
  readonly intentId: string;
  readonly memo: string;
  readonly expiresAt: string;
  /**
   * WATERMARK: the network was seen past the deadline. GRACE: it makes no blocks, and was looked at once the grace was
   * over. CEILING: no look succeeded for so long that nobody waits any more.
   */
  readonly cause: 'WATERMARK' | 'GRACE' | 'CEILING';
  /** Absent in events of before expiry told what it was judged by. */
  readonly evidence?: ExpiryEvidence;
  readonly expiredAt: string;
}

/** The PIN of the gift card was shown to its user; the metadata says to whom and in which request. Changes no status. */
export interface GiftCardRevealed {
  readonly intentId: string;
  readonly revealedAt: string;
}

export interface CashoutCompleted extends PartnerReferences {
  readonly intentId: string;
  readonly providerId: string;
  readonly endToEndId: string | null;
  readonly receiptUrl: string | null;
  readonly amountCents: Digits;
  readonly currency: 'BRL';
  readonly completedAt: string;
}

export interface CashoutFailed extends PartnerReferences {
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
