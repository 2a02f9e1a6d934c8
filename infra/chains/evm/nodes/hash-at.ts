import type { EvmHeader } from '../protocol/wire';
import { isPrunedAnswer } from './history-gone';
import { answerIn, type EvmNode, type Settled } from './node';
import { headerQuestion } from './questions';

/** The header that a node answered; null when it has no such block, or says that it has pruned it. */
export const headerIn = (settled: Settled<EvmHeader | null>): EvmHeader | null => {
  if ('error' in settled && isPrunedAnswer(settled.error)) return null;
  return answerIn(settled);
};

const headerOrNull = async (node: EvmNode, height: bigint): Promise<EvmHeader | null> => {
  const [settled] = await node.settle([headerQuestion(height)]);
  return headerIn(settled!);
};

/** The hash of this height as the block above it tells it; null when the node does not have that one. */
export const parentHashAbove = async (node: EvmNode, height: bigint): Promise<string | null> =>
  (await headerOrNull(node, height + 1n))?.parentHash ?? null;

/** The canonical hash of this height, from its own block or from the one above; null when the node has neither. */
export const hashAt = async (node: EvmNode, height: bigint): Promise<string | null> =>
  (await headerOrNull(node, height))?.hash ?? (await parentHashAbove(node, height));
