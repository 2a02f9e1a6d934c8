import { type Books, nameOf } from './books';
import type { AccountKind } from './postings';

/** What is left in a payment's accounts: those that are named, to the cent, and nothing else. */
export type Left = { readonly [account: string]: bigint };

/** Account, whose it is, asset (`BRL` or its id), amount: debit positive. */
export type Row = readonly [kind: AccountKind, of: string, asset: string | number, amount: bigint];

export const left = (...rows: readonly Row[]): Left =>
  Object.fromEntries(
    rows
      .filter(([, , , amount]) => amount !== 0n)
      .map(([kind, of, asset, amount]) => [nameOf({ kind, of, asset: String(asset) }), amount]),
  );

export const foundIn = ({ balances }: Books, id: string): Left =>
  Object.fromEntries([...balances].filter(([name, amount]) => name.split(' ')[1] === id && amount !== 0n));
