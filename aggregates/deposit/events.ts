import type { DepositId, Movement, NetworkName } from '../chain';

/**
 * DepositObserved -> DepositFinalised -> DepositClaimed -> DepositMatched, or DepositReleased -> DepositClaimed again;
 * DepositFinalised -> DepositUnmatched -> DepositClaimed; DepositObserved -> DepositReverted.
 * One asset movement on a chain (design: domain, section 4).
 */
export type DepositEvent =
  | {
      readonly type: 'DepositObserved';
      readonly data: Movement & { readonly depositId: DepositId; readonly observedAt: string };
    }
  | {
      readonly type: 'DepositFinalised';
      readonly data: Movement & { readonly depositId: DepositId; readonly finalisedAt: string };
    }
  | { readonly type: 'DepositReverted'; readonly data: DepositReverted }
  | { readonly type: 'DepositClaimed'; readonly data: DepositClaimed }
  | { readonly type: 'DepositMatched'; readonly data: DepositMatched }
  | { readonly type: 'DepositReleased'; readonly data: DepositReleased }
  | { readonly type: 'DepositUnmatched'; readonly data: DepositUnmatched };

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
  | 'UNSUPPORTED_TRANSFER';

export interface DepositReverted {
  readonly depositId: DepositId;
  readonly network: NetworkName;
  /** Every memo of the transaction that begins with our prefix. */
  readonly memos: readonly string[];
  readonly reason: string;
  readonly revertedAt: string;
}

export interface DepositClaimed {
  readonly depositId: DepositId;
  readonly intentId: string;
  readonly by: string;
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
  readonly releasedAt: string;
}

export interface DepositUnmatched {
  readonly depositId: DepositId;
  readonly reason: UnmatchedReason;
  /** Intents that it may have been meant for, likeliest first, each with what spoke against it. */
  readonly candidates: readonly Candidate[];
  /** The block time lies within the intent's window although the intent is closed. */
  readonly inTime: boolean;
  readonly ruleVersion: number;
  readonly unmatchedAt: string;
}

export interface Candidate {
  readonly intentId: string;
  readonly reason: UnmatchedReason;
}
