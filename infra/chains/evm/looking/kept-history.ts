import type { KeptHash } from '../../../../commands/ports/chains/chain-reader';
import { hashAt, headerIn } from '../nodes/hash-at';
import type { EvmNode } from '../nodes/node';
import { mustServe, otherHash } from '../nodes/proof';
import { chainIdQuestion, headerQuestion, newestNumberQuestion } from '../nodes/questions';
import { contradiction } from '../nodes/standings';

/** A node with another block at a kept final height. */
export interface Contradicting {
  readonly node: EvmNode;
  readonly kept: KeptHash;
  readonly seen: string;
  readonly error: Error;
}

const contradicting = (node: EvmNode, kept: KeptHash, seen: string): Contradicting => ({
  ...{ node, kept, seen },
  error: otherHash(node, kept, seen),
});

/** Compares at the highest kept height the node has; null when it agrees or fails. `kept`: highest first. */
export const contradictionOf = async (
  node: EvmNode,
  kept: readonly KeptHash[],
  chainId: bigint,
): Promise<Contradicting | null> => {
  try {
    const [served, newest] = await node.all([chainIdQuestion, newestNumberQuestion]);
    mustServe(node, served, chainId);
    const comparable = kept.find(({ height }) => height <= newest);
    const seen = comparable === undefined ? null : await hashAt(node, comparable.height);
    if (comparable === undefined || seen === null || seen === comparable.hash) return null;
    return contradicting(node, comparable, seen);
  } catch {
    return null;
  }
};

/** One batch; nodes prune from below, so a false answer shows at one of the next older heights. */
const MOST_OLDER = 20;

/** Null when no older kept block differs. Rejects when one matches: then the highest was not pruned. */
export const olderContradictionOf = async (
  node: EvmNode,
  [highest, ...rest]: readonly KeptHash[],
): Promise<Contradicting | null> => {
  const older = rest.slice(0, MOST_OLDER);
  for (const [index, settled] of (await node.settle(older.map(({ height }) => headerQuestion(height)))).entries()) {
    const header = headerIn(settled);
    const known = older[index]!;
    if (header === null) continue;
    if (header.hash !== known.hash) return contradicting(node, known, header.hash);
    // No node prunes the genesis block.
    if (known.height > 0n) throw contradiction(node.label, `has block ${known.height}, and not ${highest?.height}`);
  }
  return null;
};

/** Highest kept height below the contradiction on which the node agrees, by halves; null when there is none. */
export const commonHeightOf = async (
  { node, kept: { height: contradicted } }: Contradicting,
  kept: readonly KeptHash[],
): Promise<bigint | null> => {
  const below = kept.filter(({ height }) => height < contradicted);
  let common: bigint | null = null;
  let from = 0;
  let to = below.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const { height, hash } = below[middle]!;
    const seen = await hashAt(node, height);
    if (seen === hash) common = height;
    if (seen === hash || seen === null) to = middle;
    else from = middle + 1;
  }
  return common;
};
