import type { ChainHead } from '../../../commands/ports/chains/chain-reader';
import { type FoundMovement, toMovements } from '../found-movements';
import type { Crop } from './node';
import type { ClosedWatch } from './watch';

/** Columns are numeric(78, 0). */
const MOST_DIGITS = 78;

interface CropFacts {
  readonly txid: string;
  readonly memos: readonly string[];
  readonly signer: string | null;
  readonly block: Omit<ChainHead, 'time'> & { readonly time: string | null };
}

export const unreadable = (reason: string, memos: readonly string[] | null, isContradiction = false): Crop => ({
  ...{ reason, memos, isContradiction },
});

/** The crop of a transaction whose effects were read. A block without a time or an endless amount is unread. */
export const cropOf = (
  found: readonly FoundMovement[],
  facts: CropFacts,
  { network, mode, own }: ClosedWatch,
): Crop => {
  const { txid, memos, signer, block } = facts;
  const { height: number, hash, time } = block;
  if (found.length === 0) return { movements: [] };
  if (time === null || Number.isNaN(Date.parse(time))) return unreadable(`the block of ${txid} has no time`, memos);
  if (found.some(({ amount }) => amount.toString().length > MOST_DIGITS)) {
    return unreadable(`${txid} has an amount of more than ${MOST_DIGITS} digits`, memos);
  }
  return { movements: toMovements(found, { network, mode, own, txid, memos, signer, block: { number, hash, time } }) };
};
