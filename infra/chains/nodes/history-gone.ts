import type { ChainNode } from './chain-node';
import type { Nodes } from './nodes';
import { failuresOf } from './nodes-error';
import { isRefused } from './rpc/node-error';

/** The node's head is above this height, but the block is pruned. */
export type HistoryGone = Error & { readonly height: bigint; readonly readableFrom: bigint | null };

/** `readableFrom`: the lowest height that the node has; null when unknown. */
export const historyGone = (
  label: string,
  height: bigint,
  reason: string,
  readableFrom: bigint | null = null,
): HistoryGone =>
  Object.assign(new Error(`${label} does not have block ${height} any more: ${reason}`), {
    name: 'HistoryGone',
    height,
    readableFrom,
  });

export const isHistoryGone = (error: unknown): error is HistoryGone =>
  error instanceof Error && error.name === 'HistoryGone';

/** True when every node lacks the history, also the unreachable ones. */
export const isGoneEverywhere = <Node extends ChainNode>(
  { all }: Pick<Nodes<Node>, 'all'>,
  error: unknown,
): boolean => {
  const failures = failuresOf(error);
  return failures.length === all.length && failures.every(isHistoryGone);
};

export const lowestGone = (error: unknown): Pick<HistoryGone, 'height' | 'readableFrom'> => {
  const gone = failuresOf(error).filter(isHistoryGone);
  const height = gone.map((one) => one.height).reduce((lowest, one) => (one < lowest ? one : lowest));
  const readable = gone.flatMap(({ readableFrom }) => (readableFrom === null ? [] : [readableFrom]));
  return {
    height,
    readableFrom: readable.length === 0 ? null : readable.reduce((low, one) => (one < low ? one : low)),
  };
};

const PRUNED_CODE = 4444;
const PRUNED_WORDS =
  /pruned|missing trie node|ancient|history|historical|(block|header|body|state|data).{0,24}not (found|available)/i;

export const isPrunedAnswer = (error: unknown): error is Error =>
  isRefused(error) && (error.code === PRUNED_CODE || PRUNED_WORDS.test(error.message));
