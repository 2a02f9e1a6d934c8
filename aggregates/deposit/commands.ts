import type { DepositId, Movement, SeenMovement } from '../chain';
import type { Assignment, DepositUnmatched, UnmatchedReason } from './events';
import type { PayableIntent } from './matching';

export type DepositCommand =
  | { readonly type: 'ObserveDeposit'; readonly movement: SeenMovement; readonly now: string }
  | { readonly type: 'FinaliseDeposit'; readonly movement: Movement; readonly now: string }
  | {
      readonly type: 'RevertDeposit';
      readonly depositId: DepositId;
      readonly reason: string;
      readonly now: string;
      /** What it said when it was final: set where an operator has accepted another history. */
      readonly final?: Pick<Movement, 'network' | 'memos'>;
    }
  | ClaimDeposit
  | AssignDeposit
  | { readonly type: 'MatchDeposit'; readonly depositId: DepositId; readonly intentId: string; readonly now: string }
  | ReleaseDeposit
  | { readonly type: 'LeaveUnmatched'; readonly verdict: Omit<DepositUnmatched, 'memos'> };

/** Claims the deposit for the intent that it pays by the rule, or leaves it in the inbox with the rule's reason. */
export interface ClaimDeposit {
  readonly type: 'ClaimDeposit';
  readonly depositId: DepositId;
  readonly intentId: string;
  /** As its own stream tells it; null when there is no such intent. */
  readonly intent: PayableIntent | null;
  readonly by: string;
  readonly now: string;
}

/** An operator claims it for an intent although some clauses of the rule speak against it. */
export interface AssignDeposit {
  readonly type: 'AssignDeposit';
  readonly depositId: DepositId;
  readonly intent: PayableIntent;
  readonly assignment: Assignment;
  readonly now: string;
}

export interface ReleaseDeposit {
  readonly type: 'ReleaseDeposit';
  readonly depositId: DepositId;
  readonly intentId: string;
  readonly reason: UnmatchedReason;
  readonly inTime: boolean;
  readonly now: string;
}
