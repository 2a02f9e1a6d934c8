import type { DepositId, Movement, NetworkName, SeenMovement } from '../chain';
import type { Mode } from '../partner/events';
import type { PartnerReferences } from '../quote/events';

/**
 * DepositObserved -> DepositFinalised -> DepositClaimed -> DepositMatched, or DepositReleased -> DepositClaimed again;
 * DepositFinalised -> DepositUnmatched -> DepositClaimed, DepositRefunded or DepositWrittenOff, where two decide after
 * DepositResolutionProposed (-> DepositProposalWithdrawn); DepositObserved -> DepositReverted.
 * The subject is an asset movement on a chain.
 */
export type DepositEvent =
  | {
      readonly type: 'DepositObserved';
      readonly data: SeenMovement & { readonly depositId: DepositId; readonly observedAt: string };
    }
  | {
      readonly type: 'DepositFinalised';
      readonly data: FinalDeposit & { readonly finalisedAt: string };
    }
  | { readonly type: 'DepositReverted'; readonly data: DepositReverted }
  | { readonly type: 'DepositClaimed'; readonly data: DepositClaimed }
  | { readonly type: 'DepositMatched'; readonly data: DepositMatched }
  | { readonly type: 'DepositReleased'; readonly data: DepositReleased }
  | { readonly type: 'DepositUnmatched'; readonly data: DepositUnmatched }
  | { readonly type: 'DepositResolutionProposed'; readonly data: DepositResolutionProposed }
  | { readonly type: 'DepositProposalWithdrawn'; readonly data: DepositProposalWithdrawn }
  | { readonly type: 'DepositWrittenOff'; readonly data: DepositWrittenOff }
  | { readonly type: 'DepositRefunded'; readonly data: DepositRefunded };

export type UnmatchedReason =
  | 'NO_MEMO'
  | 'UNKNOWN_MEMO'
  | 'WRONG_ASSET'
  | 'WRONG_NETWORK'
  | 'UNDERPAID'
  | 'LATE'
  | 'DUPLICATE'
  | 'INTENT_CLOSED'
  | 'AMBIGUOUS'
  | 'UNSUPPORTED_TRANSFER'
  /** An address of ours sent it. Never a candidate, never assigned. */
  | 'OWN_TRANSFER';

/** Clauses that an operator may set aside; network, asset, mode, amount and finality always hold. */
export type SetAside = 'MEMO' | 'RECEIVER' | 'BLOCK_TIME' | 'AMBIGUITY' | 'UNSUPPORTED_TRANSFER';

export interface Assignment {
  readonly operator: string;
  readonly reason: string;
  readonly setAside: readonly SetAside[];
  /** The first of two operators; absent when one operator was enough. */
  readonly proposedBy?: string;
}

export type DepositResolution =
  | { readonly how: 'ASSIGN'; readonly intentId: string; readonly setAside: readonly SetAside[] }
  | { readonly how: 'WRITE_OFF' }
  | ({ readonly how: 'REFUND' } & DepositRefund);

/** A final transaction of ours that gives the whole deposit back. */
export interface DepositRefund {
  readonly txid: string;
  readonly to: string;
  readonly reference?: string;
}

export interface DepositResolutionProposed {
  readonly depositId: DepositId;
  readonly resolution: DepositResolution;
  readonly proposedBy: string;
  readonly reason: string;
  /** The memo of the intent, whose expiry waits. Absent: no assignment, and in older events. */
  readonly memo?: string;
  /** The proposal expires at this time. Absent: it stays until an operator withdraws it. */
  readonly heldUntil?: string;
  readonly proposedAt: string;
}

export interface DepositProposalWithdrawn {
  readonly depositId: DepositId;
  readonly withdrawnBy: string;
  readonly reason: string;
  readonly memo?: string;
  readonly withdrawnAt: string;
}

export interface DepositWrittenOff extends Pick<Movement, 'assetId' | 'amountBaseUnits'> {
  readonly depositId: DepositId;
  readonly operator: string;
  readonly reason: string;
  readonly proposedBy?: string;
  readonly writtenOffAt: string;
}

export interface DepositRefunded extends DepositRefund, Pick<Movement, 'network' | 'assetId' | 'amountBaseUnits'> {
  readonly depositId: DepositId;
  readonly operator: string;
  readonly reason: string;
  readonly proposedBy?: string;
  readonly refundedAt: string;
}

export type FinalDeposit = Movement & { readonly depositId: DepositId };

export interface DepositReverted {
  readonly depositId: DepositId;
  readonly network: NetworkName;
  readonly memos: readonly string[];
  readonly reason: string;
  readonly revertedAt: string;
}

export interface DepositClaimed {
  readonly depositId: DepositId;
  readonly intentId: string;
  readonly by: string;
  readonly assignment?: Assignment;
  readonly claimedAt: string;
}

export interface DepositMatched {
  readonly depositId: DepositId;
  readonly intentId: string;
  readonly matchedAt: string;
}

export interface DepositReleased {
  readonly depositId: DepositId;
  readonly intentId: string;
  readonly reason: UnmatchedReason;
  readonly memos?: readonly string[];
  readonly inTime?: boolean;
  readonly refused?: RefusedDeposit;
  readonly releasedAt: string;
}

export interface DepositUnmatched {
  readonly depositId: DepositId;
  readonly reason: UnmatchedReason;
  readonly candidates: readonly Candidate[];
  /** The block time is within the window of an intent that is closed. */
  readonly inTime: boolean;
  readonly memos?: readonly string[];
  /** Absent in older events and for a deposit that names no intent. */
  readonly refused?: RefusedDeposit;
  readonly ruleVersion: number;
  readonly unmatchedAt: string;
}

export interface Candidate {
  readonly intentId: string;
  readonly reason: UnmatchedReason;
}

/** The final movement and the intents that it names, so that a notification needs only its event. */
export interface RefusedDeposit
  extends Pick<Movement, 'network' | 'txid' | 'assetId' | 'contract' | 'amountBaseUnits' | 'sender' | 'blockTime'> {
  /** Both absent for an asset that the catalog lacks. */
  readonly symbol?: string;
  readonly decimals?: number;
  readonly intents: readonly NamedIntent[];
}

export interface NamedIntent extends PartnerReferences {
  readonly intentId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  /** The reason as the payer sees it: LATE also for a closed intent that was not paid in time. */
  readonly label: UnmatchedReason;
}
