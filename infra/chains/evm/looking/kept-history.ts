import type { KeptHash } from '../../../../commands/ports/chain-reader';
import { hashAt, headerIn } from '../nodes/hash-at';
import type { EvmNode } from '../nodes/node';
import { mustServe, otherHash } from '../nodes/proof';
import { chainIdQuestion, headerQuestion, newestNumberQuestion } from '../nodes/questions';
import { contradiction } from '../nodes/standings';

/** A node that has another block where one was final. */
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

/**
 * Whether a node of this chain contradicts what was final, compared at the highest kept height that it has; null when it
 * does not, or cannot be asked. `kept` has the highest first.
 */
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

/** One batch: nodes prune from below, so that one of the next older ones gives a false answer away. */
const MOST_OLDER = 20;

/**
 * Whether a node that does not have the highest kept height any more contradicts an older one. Rejects when it has an
 * older one, as it was final: then the higher one was not pruned.
 */
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
    // The first block is pruned by no node.
    if (known.height > 0n) throw contradiction(node.label, `has block ${known.height}, and not ${highest?.height}`);
  }
  return null;
};

/**
 * The highest kept height below the contradicted one whose hash the node still has, by halves; null when it has none of
 * them, or has pruned them.
 */
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
