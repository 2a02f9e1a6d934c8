import { isPrunedAnswer } from '../../nodes/history-gone';
import type { EvmHeader } from '../protocol/wire';
import { answerIn, type EvmNode, type Settled } from './node';
import { headerQuestion } from './questions';

/** Null when the node has no such block or has pruned it. */
export const headerIn = (settled: Settled<EvmHeader | null>): EvmHeader | null => {
  if ('error' in settled && isPrunedAnswer(settled.error)) return null;
  return answerIn(settled);
};

const headerOrNull = async (node: EvmNode, height: bigint): Promise<EvmHeader | null> => {
  const [settled] = await node.settle([headerQuestion(height)]);
  return headerIn(settled!);
};

/** The height's hash as the next block's parent hash; null when the node lacks the next block. */
export const parentHashAbove = async (node: EvmNode, height: bigint): Promise<string | null> =>
  (await headerOrNull(node, height + 1n))?.parentHash ?? null;

/** The canonical hash of the height, from its own block or the next one; null when the node has neither. */
export const hashAt = async (node: EvmNode, height: bigint): Promise<string | null> =>
  (await headerOrNull(node, height))?.hash ?? (await parentHashAbove(node, height));
