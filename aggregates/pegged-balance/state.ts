import type { BaseUnits } from '../money';
import { entryOf, type Layers, withEntry } from './layers';
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

export type Holding = Extract<Hold, { readonly terms: unknown }>;

/** By withdrawal. What has ended is known for ever, and so is kept where a later event does not copy it. */
export interface PeggedBalanceState {
  readonly holding: ReadonlyMap<string, Holding>;
  readonly ended: Layers<Exclude<Hold, Holding>>;
}

export const isHolding = (hold: Hold): hold is Holding => hold.phase === 'RESERVED' || hold.phase === 'CAPTURED';

export const NO_HOLDS: PeggedBalanceState = { holding: new Map(), ended: [] };

export const holdOf = ({ holding, ended }: PeggedBalanceState, withdrawId: string): Hold | undefined =>
  holding.get(withdrawId) ?? entryOf(ended, withdrawId);

export const holdsOf = ({ holding, ended }: PeggedBalanceState): readonly (readonly [string, Hold])[] => [
  ...holding,
  ...ended.flatMap((layer) => [...layer]),
];

/** Only what is not ended is held otherwise than before. */
export const withHold = (
  { holding, ended }: PeggedBalanceState,
  withdrawId: string,
  hold: Hold,
): PeggedBalanceState => {
  if (isHolding(hold)) return { holding: new Map(holding).set(withdrawId, hold), ended };
  const others = [...holding].filter(([id]) => id !== withdrawId);
  return { holding: new Map(others), ended: withEntry(ended, withdrawId, hold) };
};
