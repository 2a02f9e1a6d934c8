import type { DepositId, Movement, NetworkName, SeenMovement } from '../chain';

/**
 * DepositObserved -> DepositFinalised -> DepositClaimed -> DepositMatched, or DepositReleased -> DepositClaimed again;
 * DepositFinalised -> DepositUnmatched -> DepositClaimed; DepositObserved -> DepositReverted.
 * One asset movement on a chain (design: domain, section 4).
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

/** What an operator may set aside; network, asset, mode, amount and finality never are. */
export type SetAside = 'MEMO' | 'RECEIVER' | 'BLOCK_TIME' | 'AMBIGUITY' | 'UNSUPPORTED_TRANSFER';

/** An operator's word that a deposit pays an intent although the rule, whole, says that it does not. */
export interface Assignment {
  readonly operator: string;
  readonly reason: string;
  readonly setAside: readonly SetAside[];
}

/** What the chain said of a movement when it became final. */
export type FinalDeposit = Movement & { readonly depositId: DepositId };

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
  /** Absent when the rule says so by itself. */
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
  /** Of its transaction; absent in events of before the release told them. */
  readonly memos?: readonly string[];
  /** As in DepositUnmatched; absent in events of before the release told it. */
  readonly inTime?: boolean;
  readonly releasedAt: string;
}

export interface DepositUnmatched {
  readonly depositId: DepositId;
  readonly reason: UnmatchedReason;
  /** Intents that it may have been meant for, likeliest first, each with what spoke against it. */
  readonly candidates: readonly Candidate[];
  /** The block time lies within the intent's window although the intent is closed. */
  readonly inTime: boolean;
  /** Of its transaction; absent in events of before this one told them. */
  readonly memos?: readonly string[];
  readonly ruleVersion: number;
  readonly unmatchedAt: string;
}

export interface Candidate {
  readonly intentId: string;
  readonly reason: UnmatchedReason;
}
