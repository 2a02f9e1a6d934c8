import { historyGone, isPrunedAnswer } from '../../nodes/history-gone';
import { isRefused } from '../../nodes/rpc/node-error';
import type { EvmScope } from '../looking/scope';
import type { EvmNode } from '../nodes/node';
import { logsQuestion, newestNumberQuestion } from '../nodes/questions';
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

const TOLD_AGAIN_MS = 60 * 60_000;

/** Logs the provider's own message, once an hour: a plan that is too small costs calls. */
const tellRefusal = ({ label }: EvmNode, scope: EvmScope, { from, to }: BlockRange, { message }: Error): void => {
  const { clock, logger, refusedAt, watch } = scope;
  if (clock.now() - (refusedAt.get(label) ?? -TOLD_AGAIN_MS) < TOLD_AGAIN_MS) return;
  refusedAt.set(label, clock.now());
  const facts = { network: watch.network, node: label, blocks: Number(to - from) + 1, reason: message };
  logger.warn(facts, 'A node refused a range of logs; the service halves the range');
};

/** Transfers to our receivers. Halves a refused range (too long, too many hits) down to single blocks. */
export const tokenLogs = async (node: EvmNode, scope: EvmScope, range: BlockRange): Promise<readonly EvmLog[]> => {
  if (scope.watch.tokens.size === 0) return [];
  try {
    return await logsOf(node, scope.watch, range);
  } catch (error) {
    if (isPrunedAnswer(error) && range.from === range.to) throw historyGone(node.label, range.from, error.message);
    if (!isRefused(error) || range.from === range.to) throw error;
    tellRefusal(node, scope, range, error);
  }
  const middle = (range.from + range.to) / 2n;
  const earlier = await tokenLogs(node, scope, { from: range.from, to: middle });
  return [...earlier, ...(await tokenLogs(node, scope, { from: middle + 1n, to: range.to }))];
};
