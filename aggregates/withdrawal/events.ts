import type { NetworkName } from '../chain';
import type { Digits } from '../money';
import type { PayoutEvent, ProposalWithdrawn } from '../payout/events';
import type { PeggedDebit } from '../pegged-balance/events';
import type { WithdrawalTerms } from '../pegged-balance/terms';
import type { Sealed } from '../sealed';

/**
 * WithdrawalRequested -> RedemptionSent (-> RedemptionUnknown) -> RedemptionSettled -> its payout -> WithdrawalCompleted;
 * RedemptionFailed -> WithdrawalFailed; its payout -> WithdrawalFailed, RefundDue.
 * RedemptionContradicted, or nothing for hours -> RedemptionDecided -> WithdrawalFailed. A reservation without a withdrawal:
 * WithdrawalAbandoned, as the stream's only event.
 */
export type WithdrawalEvent =
  | { readonly type: 'WithdrawalRequested'; readonly data: WithdrawalRequested }
  | { readonly type: 'WithdrawalAbandoned'; readonly data: WithdrawalAbandoned }
  | { readonly type: 'RedemptionSent'; readonly data: RedemptionSent }
  | { readonly type: 'RedemptionUnknown'; readonly data: RedemptionUnknown }
  | { readonly type: 'RedemptionSettled'; readonly data: RedemptionSettled }
  | { readonly type: 'RedemptionFailed'; readonly data: RedemptionFailed }
  | { readonly type: 'RedemptionContradicted'; readonly data: RedemptionContradicted }
  | { readonly type: 'RedemptionDecisionProposed'; readonly data: RedemptionDecisionProposed }
  | { readonly type: 'RedemptionProposalWithdrawn'; readonly data: OfWithdrawal & ProposalWithdrawn }
  | { readonly type: 'RedemptionDecided'; readonly data: RedemptionDecided }
  | { readonly type: 'WithdrawalCompleted'; readonly data: WithdrawalCompleted }
  | { readonly type: 'WithdrawalFailed'; readonly data: WithdrawalFailed }
  | { readonly type: 'RefundDue'; readonly data: WithdrawalRefundDue }
  | PayoutEvent<OfWithdrawal>;

export interface OfWithdrawal {
  readonly withdrawId: string;
}

export interface WithdrawalRequested extends WithdrawalTerms {
  readonly requestedAt: string;
}

export interface WithdrawalAbandoned {
  readonly withdrawId: string;
  readonly abandonedAt: string;
}

/** Written before any sending: from here on the transaction belongs to the withdrawal. */
export interface RedemptionSent {
  readonly withdrawId: string;
  /** UUIDv5(withdrawal's id): the redemption debits at most once per key. */
  readonly redemptionKey: string;
  readonly redemption: string;
  readonly network: NetworkName;
  /** Null when only the redemption knows it. */
  readonly txid: string | null;
  /** Place in the signer's order; a replacement has the same one. Null without a txid. */
  readonly nonce: Digits | null;
  /** The order for repeated sendings; null when the key alone is enough. */
  readonly order: Sealed | null;
  readonly workerId: string;
  readonly sentAt: string;
}

export interface RedemptionUnknown {
  readonly withdrawId: string;
  readonly redemptionKey: string;
  readonly reason: string;
  readonly unknownAt: string;
}

/** The wallet's stream holds the debit: from here on the payout is owed. */
export interface RedemptionSettled {
  readonly withdrawId: string;
  readonly redemptionKey: string;
  readonly debit: PeggedDebit;
  readonly settledAt: string;
}

/** Definitive: this key has no debit, and will have none. */
export interface RedemptionFailed {
  readonly withdrawId: string;
  readonly redemptionKey: string | null;
  readonly code: string;
  readonly message: string;
  readonly failedAt: string;
}

/** The redemption contradicts itself or reports a debit that is not the withdrawal's: an alarm that moves no money. */
export interface RedemptionContradicted {
  readonly withdrawId: string;
  readonly redemptionKey: string;
  readonly detail: string;
  readonly contradictedAt: string;
}

export interface FoundDebit {
  readonly txid: string;
  readonly assetId: number;
  readonly amountBaseUnits: Digits;
}

/** The proposal of one operator about a debit that its redemption contradicts or never ends. */
export interface RedemptionDecisionProposed {
  readonly withdrawId: string;
  readonly redemptionKey: string;
  readonly debited: FoundDebit | null;
  /** For a paid withdrawal with a missing debit: the settlement of the loss. Absent: unpaid. */
  readonly settledBy?: string;
  readonly proposedBy: string;
  readonly proposedAt: string;
}

/** Two operators agree. A found debit pays no withdrawal, and a refund of it is due. */
export interface RedemptionDecided extends Omit<RedemptionDecisionProposed, 'proposedAt'> {
  readonly decidedBy: string;
  readonly decidedAt: string;
}

export interface WithdrawalCompleted {
  readonly withdrawId: string;
  readonly providerId: string;
  readonly endToEndId: string | null;
  readonly receiptUrl: string | null;
  readonly grossCents: Digits;
  readonly feeCents: Digits;
  readonly netCents: Digits;
  readonly currency: 'BRL';
  readonly externalUserId?: Sealed;
  readonly completedAt: string;
}

export interface WithdrawalFailed {
  readonly withdrawId: string;
  readonly reasonCode: string;
  readonly reason: string;
  readonly refundDue: boolean;
  readonly externalUserId?: Sealed;
  readonly failedAt: string;
}

export interface WithdrawalRefundDue {
  readonly withdrawId: string;
  readonly network: NetworkName;
  readonly assetId: number;
  readonly amountBaseUnits: Digits;
  readonly to: string;
  readonly reason: 'PAYOUT_FAILED' | 'PAYOUT_RETURNED';
  readonly refundableFrom?: string;
  readonly dueAt: string;
}
