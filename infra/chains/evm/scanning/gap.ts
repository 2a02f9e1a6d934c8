import type { Gap } from '../../../../commands/ports/chains/chain-reader';
import { isGoneEverywhere, lowestGone } from '../../nodes/history-gone';
import { messageOf } from '../../nodes/nodes-error';
import type { EvmScope } from '../looking/scope';
import { hashAt } from '../nodes/hash-at';
import type { EvmNode } from '../nodes/node';
import { headerQuestion } from '../nodes/questions';
import { missing } from './stretch';
import { type BlockRange, tokenLogs } from './token-logs';

/** Null when every node has pruned the height. */
export const canonicalHash = async (scope: EvmScope, height: bigint): Promise<string | null> => {
  try {
    return await scope.nodes.onOne(async (node) => {
      const hash = await hashAt(node, height);
      if (hash === null) throw await missing(node, scope, height, null);
      return hash;
    });
  } catch (error) {
    if (isGoneEverywhere(scope.nodes, error)) return null;
    throw error;
  }
};

/** Steps of the binary search: heights are below 2^40, and the result may differ by one. */
const MOST_STEPS = 40;

const isReadable = async (node: EvmNode, scope: EvmScope, height: bigint): Promise<boolean> => {
  try {
    const header = await node.one(headerQuestion(height));
    await tokenLogs(node, scope, { from: height, to: height });
    return header !== null;
  } catch {
    return false;
  }
};

/** Nodes prune from below, so a binary search finds the first readable height. */
const readableFrom = async (scope: EvmScope, { from, to }: BlockRange): Promise<bigint | null> => {
  const [node] = scope.nodes.available();
  if (node === undefined || !(await isReadable(node, scope, to))) return null;
  let gone = from;
  let readable = to;
  for (let step = 0; step < MOST_STEPS && readable - gone > 1n; step += 1) {
    const middle = (gone + readable) / 2n;
    if (await isReadable(node, scope, middle)) readable = middle;
    else gone = middle;
  }
  return readable;
};

/** The pruned history, and the first height that a node can still read. */
export const gapOf = async (scope: EvmScope, { to }: BlockRange, error: unknown): Promise<Gap> => {
  const { height } = lowestGone(error);
  return {
    outcome: 'GAP',
    height,
    readableFrom: height >= to ? null : await readableFrom(scope, { from: height, to }),
    reason: messageOf(error),
  };
};
