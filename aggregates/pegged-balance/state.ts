import type { BaseUnits } from '../money';
import type { WithdrawalTerms } from './terms';

/** One withdrawal's part of the wallet. */
export type Hold =
  | { readonly phase: 'RESERVED' | 'CAPTURED'; readonly terms: HeldTerms }
  | {
      readonly phase: 'SETTLED';
      readonly debitId: string;
      readonly assetId: number;
      readonly amount: BaseUnits;
      readonly blockNumber: bigint;
    }
  | { readonly phase: 'RELEASED' };

export type HeldTerms = Pick<
  WithdrawalTerms,
  | 'withdrawId'
  | 'partnerId'
  | 'network'
  | 'assetId'
  | 'symbol'
  | 'decimals'
  | 'wallet'
  | 'amountBaseUnits'
  | 'grossCents'
  | 'fees'
  | 'payout'
  | 'redemption'
>;

export interface PeggedBalanceState {
  /** By withdrawal. */
  readonly holds: ReadonlyMap<string, Hold>;
}

export const isHolding = (hold: Hold): hold is Extract<Hold, { readonly terms: unknown }> =>
  hold.phase === 'RESERVED' || hold.phase === 'CAPTURED';
