import type { Movement } from '../chain';
import type { FinalDeposit, UnmatchedReason } from './events';

export type DepositState =
  | { readonly status: 'NONE' }
  | { readonly status: 'OBSERVED' | 'REVERTED'; readonly movement: Pick<Movement, 'network' | 'memos'> }
  | { readonly status: 'FINALISED'; readonly final: FinalDeposit }
  | { readonly status: 'CLAIMED' | 'MATCHED'; readonly intentId: string; readonly final: FinalDeposit }
  | { readonly status: 'UNMATCHED'; readonly reason: UnmatchedReason; readonly final: FinalDeposit };
