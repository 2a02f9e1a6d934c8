import { isRefused } from './rpc/node-error';

/** The node's head is above this height, but the block is pruned. */
export type HistoryGone = Error & { readonly height: bigint };

export const historyGone = (label: string, height: bigint, reason: string): HistoryGone =>
  Object.assign(new Error(`${label} does not have block ${height} any more: ${reason}`), {
    name: 'HistoryGone',
    height,
  });

export const isHistoryGone = (error: unknown): error is HistoryGone =>
  error instanceof Error && error.name === 'HistoryGone';

const PRUNED_CODE = 4444;
const PRUNED_WORDS =
  /pruned|missing trie node|ancient|history|historical|(block|header|body|state|data).{0,24}not (found|available)/i;

export const isPrunedAnswer = (error: unknown): error is Error =>
  isRefused(error) && (error.code === PRUNED_CODE || PRUNED_WORDS.test(error.message));
