import type { BaseUnits } from '../money';
import type { WithdrawalTerms } from './terms';

/** A growing map in layers, each larger than the previous one, so that entries are rarely copied. */
type Layers<Value> = readonly ReadonlyMap<string, Value>[];

/** The key must be new. */
const withEntry = <Value>(layers: Layers<Value>, key: string, value: Value): Layers<Value> =>
  withLayer(layers, new Map([[key, value]]));

const withLayer = <Value>(layers: Layers<Value>, layer: ReadonlyMap<string, Value>): Layers<Value> => {
  const [smallest, ...larger] = layers;
  if (smallest === undefined || smallest.size > layer.size) return [layer, ...layers];
  return withLayer(larger, new Map([...smallest, ...layer]));
};

const entryOf = <Value>(layers: Layers<Value>, key: string): Value | undefined =>
  layers.find((layer) => layer.has(key))?.get(key);

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

/** Holds by withdrawal. Ended holds are kept in the layers, which later events do not copy. */
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

export const withHold = (
  { holding, ended }: PeggedBalanceState,
  withdrawId: string,
  hold: Hold,
): PeggedBalanceState => {
  if (isHolding(hold)) return { holding: new Map(holding).set(withdrawId, hold), ended };
  const others = [...holding].filter(([id]) => id !== withdrawId);
  return { holding: new Map(others), ended: withEntry(ended, withdrawId, hold) };
};
