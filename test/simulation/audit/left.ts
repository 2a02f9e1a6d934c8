import { type Books, nameOf } from './books';
import type { AccountKind } from './postings';

/** The balances of a payment's accounts, to the cent. Accounts without a name here are zero. */
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
