import type { FilledChain } from '../../chains/scan';
import { serve } from './serve';

export interface Filling {
  readonly chain: FilledChain;
  /** Ends a block, without a transaction. */
  readonly pass: () => unknown;
  readonly close: () => Promise<void>;
}

export const IN_A_BLOCK = 50;
const TO_ONE_WITH_MEMO = 100;

/** Null: the transaction has none. */
export const memoOf = (index: number): string | null => (index % TO_ONE_WITH_MEMO > 0 ? null : `lastro:${index}`);

/** Numbers of transactions, block by block. */
export const inBlocks = (transactions: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(transactions / IN_A_BLOCK) }, (_, block) =>
    Array.from(
      { length: Math.min(IN_A_BLOCK, transactions - block * IN_A_BLOCK) },
      (_unused, index) => block * IN_A_BLOCK + index,
    ),
  );

export interface ChainQuestion {
  readonly pass?: true;
}

/** A program that fills a chain, and answers where it is. */
export const serveFilled = (fill: (transactions: number) => Promise<Filling>): void =>
  serve(async ({ transactions }: { readonly transactions: number }) => {
    const { chain, pass, close } = await fill(transactions);
    const answer = async ({ pass: isAsked }: ChainQuestion): Promise<FilledChain> => {
      if (isAsked === true) pass();
      return chain;
    };
    return { answer, close };
  });
