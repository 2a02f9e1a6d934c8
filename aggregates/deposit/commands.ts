import type { DepositId, Movement, SeenMovement } from '../chain';
import type { Assignment, DepositRefund, DepositUnmatched, UnmatchedReason } from './events';
import type { PayableIntent } from './matching';
import type { Naming } from './refused';

export type DepositCommand =
  | { readonly type: 'ObserveDeposit'; readonly movement: SeenMovement; readonly now: string }
  | { readonly type: 'FinaliseDeposit'; readonly movement: Movement; readonly now: string }
  | {
      readonly type: 'RevertDeposit';
      readonly depositId: DepositId;
      readonly reason: string;
      readonly now: string;
      /** The movement at finality; set when an operator accepted another history. */
      readonly final?: Pick<Movement, 'network' | 'memos'>;
    }
  | ClaimDeposit
  | AssignDeposit
  | WriteOffDeposit
  | RefundDeposit
  | { readonly type: 'WithdrawProposal'; readonly depositId: DepositId; readonly word: Word; readonly now: string }
  | { readonly type: 'MatchDeposit'; readonly depositId: DepositId; readonly intentId: string; readonly now: string }
  | ReleaseDeposit
  | {
      readonly type: 'LeaveUnmatched';
      readonly verdict: Omit<DepositUnmatched, 'memos'>;
      readonly naming?: Naming;
    };

export interface ClaimDeposit {
  readonly type: 'ClaimDeposit';
  readonly depositId: DepositId;
  readonly intentId: string;
  readonly intent: PayableIntent | null;
  readonly by: string;
  readonly naming?: Naming;
  readonly now: string;
}

export interface Word {
  readonly operator: string;
  readonly reason: string;
}

/** Absent in a command: one operator with the permission is enough. */
export interface Approval {
  /** A second operator is needed after another operator's proposal, even when this is false. */
  readonly needsTwo: boolean;
  /** True for an operator with an own key. Only such an operator counts as one of two. */
  readonly isNamed: boolean;
  /** False for an approver, who is only ever the second. */
  readonly mayPropose: boolean;
}

export interface AssignDeposit {
  readonly type: 'AssignDeposit';
  readonly depositId: DepositId;
  readonly intent: PayableIntent;
  readonly assignment: Assignment;
  readonly approval?: Approval;
  /** Until this time a proposal keeps the deposit and delays the expiry of the intent. */
  readonly heldUntil?: string;
  readonly now: string;
}

export interface WriteOffDeposit {
  readonly type: 'WriteOffDeposit';
  readonly depositId: DepositId;
  readonly word: Word;
  readonly approval?: Approval;
  readonly now: string;
}

/** Two operators are needed for another receiver than the sender, and for another reference. */
export interface RefundDeposit {
  readonly type: 'RefundDeposit';
  readonly depositId: DepositId;
  readonly refund: DepositRefund;
  readonly word: Word;
  readonly approval?: Approval;
  readonly now: string;
}

export interface ReleaseDeposit {
  readonly type: 'ReleaseDeposit';
  readonly depositId: DepositId;
  readonly intentId: string;
  readonly reason: UnmatchedReason;
  readonly inTime: boolean;
  readonly naming?: Naming;
  readonly now: string;
}
