import { historyGone, isPrunedAnswer } from '../nodes/history-gone';
import type { EvmNode } from '../nodes/node';
import { logsQuestion, newestNumberQuestion } from '../nodes/questions';
import { isRefused } from '../nodes/rpc/node-error';
import { addressTopic, TRANSFER_TOPIC } from '../protocol/transfers';
import type { EvmWatch } from '../protocol/watch';
import type { EvmLog } from '../protocol/wire';

export interface BlockRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** The head is asked in the same batch: a node behind the range answers `[]` as if nothing had happened. */
const logsOf = async (node: EvmNode, watch: EvmWatch, { from, to }: BlockRange): Promise<readonly EvmLog[]> => {
  const topics = [TRANSFER_TOPIC, null, watch.receivers.map(addressTopic)];
  const filter = { contracts: [...watch.tokens.keys()], topics, from, to };
  const [logs, head] = await node.all([logsQuestion(filter), newestNumberQuestion]);
  if (head < to) throw new Error(`${node.label} is behind block ${to}`);
  return logs;
};

/** Transfers to our receivers. Halves a refused range (too long, too many hits) down to single blocks. */
export const tokenLogs = async (node: EvmNode, watch: EvmWatch, range: BlockRange): Promise<readonly EvmLog[]> => {
  if (watch.tokens.size === 0) return [];
  try {
    return await logsOf(node, watch, range);
  } catch (error) {
    if (isPrunedAnswer(error) && range.from === range.to) throw historyGone(node.label, range.from, error.message);
    if (!isRefused(error) || range.from === range.to) throw error;
  }
  const middle = (range.from + range.to) / 2n;
  const earlier = await tokenLogs(node, watch, { from: range.from, to: middle });
  return [...earlier, ...(await tokenLogs(node, watch, { from: middle + 1n, to: range.to }))];
};

export const hitsOf = (logs: readonly EvmLog[]): ReadonlyMap<bigint, ReadonlySet<string>> => {
  const hits = new Map<bigint, Set<string>>();
  for (const { blockNumber, transactionHash } of logs) {
    const known = hits.get(blockNumber) ?? new Set();
    hits.set(blockNumber, known.add(transactionHash));
  }
  return hits;
};
