import { fieldsOf, listOf, malformed, readCount, textOf } from '../../encodings/answers';
import type { SentTransaction } from './sent';

export interface Instruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

export interface CoinChange {
  readonly account: string;
  readonly before: bigint;
  readonly after: bigint;
}

export interface TokenChange extends CoinChange {
  readonly mint: string;
  /** The wallet after the transaction, or the last one of a closed account. */
  readonly owner: string;
}

export interface Effects {
  readonly feePayer: string;
  readonly feeLamports: bigint;
  readonly instructions: readonly Instruction[];
  readonly coins: readonly CoinChange[];
  readonly tokens: readonly TokenChange[];
}

type Fields = Readonly<Record<string, unknown>>;

const textsOf = (value: unknown, what: string): readonly string[] =>
  listOf(value, what).map((one) => textOf(one, what));

/** Inline addresses, then those of lookup tables: writable ones first. Absent in answers of old versions. */
const keysOf = ({ keys: own }: SentTransaction, { loadedAddresses: loaded }: Fields): readonly string[] => {
  const { writable, readonly } = loaded === undefined ? {} : fieldsOf(loaded, 'loadedAddresses');
  if (loaded === undefined) return own;
  return [...own, ...textsOf(writable, 'loadedAddresses'), ...textsOf(readonly, 'loadedAddresses')];
};

const at = (keys: readonly string[], index: unknown): string => {
  const key = typeof index === 'number' ? keys[index] : undefined;
  if (key === undefined) throw malformed('the index of an account');
  return key;
};

const instructionsOf = ({ instructions }: SentTransaction, keys: readonly string[]): readonly Instruction[] =>
  instructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
    program: at(keys, programIdIndex),
    accounts: [...accountKeyIndexes].map((index) => at(keys, index)),
    data,
  }));

const coinsOf = (keys: readonly string[], { preBalances, postBalances }: Fields): readonly CoinChange[] => {
  const [before, after] = [listOf(preBalances, 'preBalances'), listOf(postBalances, 'postBalances')];
  if (before.length !== keys.length || after.length !== keys.length) throw malformed('the number of balances');
  return keys.map((account, index) => ({
    account,
    before: readCount(before[index], 'preBalances'),
    after: readCount(after[index], 'postBalances'),
  }));
};

type Holding = Omit<TokenChange, 'before' | 'after'> & { readonly amount: bigint };

/** By account and mint: an account can be closed and opened for another mint. */
const holdingsOf = (keys: readonly string[], balances: unknown): ReadonlyMap<string, Holding> => {
  const holdings = listOf(balances, 'token balances').map((one): Holding => {
    const { accountIndex, mint, owner, uiTokenAmount } = fieldsOf(one, 'token balance');
    return {
      account: at(keys, accountIndex),
      mint: textOf(mint, 'mint'),
      owner: textOf(owner, 'owner'),
      amount: readCount(textOf(fieldsOf(uiTokenAmount, 'uiTokenAmount')['amount'], 'amount'), 'amount'),
    };
  });
  const byPlace = new Map(holdings.map((holding) => [`${holding.account} ${holding.mint}`, holding]));
  if (byPlace.size !== holdings.length) throw malformed('an account has two balances');
  return byPlace;
};

const tokensOf = (keys: readonly string[], meta: Fields): readonly TokenChange[] => {
  const before = holdingsOf(keys, meta['preTokenBalances']);
  const after = holdingsOf(keys, meta['postTokenBalances']);
  return [...new Map([...before, ...after])].map(([place, { account, mint, owner }]) => ({
    ...{ account, mint, owner },
    before: before.get(place)?.amount ?? 0n,
    after: after.get(place)?.amount ?? 0n,
  }));
};

/** Null: the transaction failed. Throws when `meta`, as `getTransaction` answers it, is malformed. */
export const readEffects = (sent: SentTransaction, value: unknown): Effects | null => {
  const meta = fieldsOf(value, 'meta');
  if (meta['err'] === undefined) throw malformed('err');
  if (meta['err'] !== null) return null;
  const keys = keysOf(sent, meta);
  return {
    feePayer: at(keys, 0),
    feeLamports: readCount(meta['fee'], 'fee'),
    instructions: instructionsOf(sent, keys),
    coins: coinsOf(keys, meta),
    tokens: tokensOf(keys, meta),
  };
};
