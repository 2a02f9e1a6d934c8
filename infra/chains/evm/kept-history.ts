import type { KeptHash } from '../../../commands/ports/chain-reader';
import type { EvmNode } from './node';
import { keptDoubt, mustServe } from './proof';
import { chainIdQuestion, headerQuestion, newestNumberQuestion } from './questions';

/** A node that has another block where one was final. */
export interface Contradicting {
  readonly node: EvmNode;
  readonly kept: KeptHash;
  readonly seen: string;
  readonly error: Error;
}

const hashAt = async (node: EvmNode, { height }: KeptHash): Promise<string | null> =>
  (await node.one(headerQuestion(height)))?.hash ?? null;

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
    const seen = comparable === undefined ? null : await hashAt(node, comparable);
    if (comparable === undefined || seen === null || seen === comparable.hash) return null;
    const words = `has ${seen} for block ${comparable.height}, whose final hash was ${comparable.hash}`;
    return { node, kept: comparable, seen, error: keptDoubt(node.label, words) };
  } catch {
    return null;
  }
};

/** The highest kept height whose hash the node still has, by halves; null when it has none of them. */
export const commonHeightOf = async (node: EvmNode, kept: readonly KeptHash[]): Promise<bigint | null> => {
  let from = 0;
  let to = kept.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const candidate = kept[middle]!;
    if ((await hashAt(node, candidate)) === candidate.hash) to = middle;
    else from = middle + 1;
  }
  return kept[to]?.height ?? null;
};
