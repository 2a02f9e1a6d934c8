import type { DepositId, NetworkName } from '../chain';
import type { Assignment } from '../deposit/events';
import type { Digits } from '../money';
import type { PayoutEvent } from '../payout/events';
import type { CashoutTerms, PartnerReferences } from '../quote/events';
import type { Sealed } from '../sealed';

/**
 * CashoutIntentCreated (PENDING) -> DepositAccepted (PROCESSING) -> its payout -> CashoutCompleted, GiftCardRevealed;
 * DepositAccepted -> its payout -> CashoutFailed -> RefundDue; CashoutIntentCreated -> CashoutExpired.
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

export interface OfIntent {
  readonly intentId: string;
}

export interface CashoutIntentCreated extends CashoutTerms {
  readonly intentId: string;
  readonly quoteId: string;
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
  readonly assignment?: Assignment;
  readonly acceptedAt: string;
}

export interface ExpiryEvidence {
  /** Every deposit of the network up to this time is known; null before the first one. */
  readonly watermark: string | null;
  /** Start of the last successful scan of the network; null before the first one. */
  readonly lookedAt: string | null;
  readonly holds: number;
  /** Transactions that could not be read yet and may pay the intent. */
  readonly unread: number;
  readonly parked?: number;
  /** Without a watermark, a scan must have succeeded this long after the deadline. */
  readonly graceSeconds: number;
  /** Longest wait after the deadline while the network is unreachable. */
  readonly ceilingSeconds: number;
}

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
  /** WATERMARK: a scan passed the deadline. GRACE: a scan succeeded after the grace. CEILING: neither happened. */
  readonly cause: 'WATERMARK' | 'GRACE' | 'CEILING';
  readonly evidence?: ExpiryEvidence;
  readonly expiredAt: string;
}

/** The metadata has the operator or user who saw the PIN, and the request. Changes no status. */
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
  readonly reason: 'PAYOUT_FAILED' | 'SURPLUS' | 'PAYOUT_RETURNED';
  /** Earliest time of the refund; absent: at once. */
  readonly refundableFrom?: string;
  readonly dueAt: string;
}
