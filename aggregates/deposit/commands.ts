import type { DepositId, Movement, SeenMovement } from '../chain';
import type { Assignment, DepositUnmatched, UnmatchedReason } from './events';
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
  /** As the intent's own stream reports it; null when there is none. */
  readonly intent: PayableIntent | null;
  readonly by: string;
  readonly naming?: Naming;
  readonly now: string;
}

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
  readonly naming?: Naming;
  readonly now: string;
}
