import type { Movement } from '../chain';
import type { DepositResolutionProposed, FinalDeposit, UnmatchedReason } from './events';

export type DepositState =
  | { readonly status: 'NONE' }
  | { readonly status: 'OBSERVED' | 'REVERTED'; readonly movement: Pick<Movement, 'network' | 'memos'> }
  | { readonly status: 'FINALISED'; readonly final: FinalDeposit }
  | { readonly status: 'CLAIMED' | 'MATCHED'; readonly intentId: string; readonly final: FinalDeposit }
  | UnmatchedDeposit
  | { readonly status: 'WRITTEN_OFF'; readonly final: FinalDeposit }
  | { readonly status: 'REFUNDED'; readonly txid: string; readonly final: FinalDeposit };

export interface UnmatchedDeposit {
  readonly status: 'UNMATCHED';
  readonly reason: UnmatchedReason;
  readonly final: FinalDeposit;
  /** The proposal of the first operator; absent without one. Any other event cancels it. */
  readonly proposal?: DepositResolutionProposed;
}
