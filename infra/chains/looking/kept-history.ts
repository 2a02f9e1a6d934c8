import type { KeptHash } from '../../../commands/ports/chains/chain-reader';
import type { ChainNode } from '../nodes/chain-node';
import { otherHash } from '../nodes/proof';
import { contradiction } from '../nodes/standings';
import type { History } from './history';

export interface Contradicting<Node> {
  readonly node: Node;
  readonly kept: KeptHash;
  readonly seen: string;
  readonly error: Error;
}

const contradicting = <Node extends ChainNode>(node: Node, kept: KeptHash, seen: string): Contradicting<Node> => ({
  ...{ node, kept, seen },
  error: otherHash(node, kept, seen),
});

/** Compares at the highest kept height the node has; null when it agrees or fails. `kept`: highest first. */
export const contradictionOf = async <Node extends ChainNode>(
  { newestHeight, hashAt }: History<Node>,
  node: Node,
  kept: readonly KeptHash[],
): Promise<Contradicting<Node> | null> => {
  try {
    const newest = await newestHeight(node);
    const comparable = kept.find(({ height }) => height <= newest);
    const seen = comparable === undefined ? null : await hashAt(node, comparable.height);
    if (comparable === undefined || seen === null || seen === comparable.hash) return null;
    return contradicting(node, comparable, seen);
  } catch {
    return null;
  }
};

/** Heights of one batch. Nodes prune the oldest blocks first, so a false answer shows at one of the next heights. */
const MOST_OLDER = 20;

/** Null when no older kept block differs. Rejects when one matches, because then the highest was not pruned. */
export const olderContradictionOf = async <Node extends ChainNode>(
  { hashesAt }: History<Node>,
  node: Node,
  [highest, ...rest]: readonly KeptHash[],
): Promise<Contradicting<Node> | null> => {
  const older = rest.slice(0, MOST_OLDER);
  const hashes = await hashesAt(
    node,
    older.map(({ height }) => height),
  );
  for (const [index, hash] of hashes.entries()) {
    const known = older[index]!;
    if (hash === null) continue;
    if (hash !== known.hash) return contradicting(node, known, hash);
    // No node prunes the genesis block.
    if (known.height > 0n) throw contradiction(node.label, `has block ${known.height}, and not ${highest?.height}`);
  }
  return null;
};

/** Highest kept height below the contradiction on which the node agrees, by binary search; null when there is none. */
export const commonHeightOf = async <Node extends ChainNode>(
  { hashAt }: History<Node>,
  { node, kept: { height: contradicted } }: Contradicting<Node>,
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
