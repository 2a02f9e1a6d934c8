import type { Movement } from '../../../aggregates/chain';
import type { ChainHead, ChainScan } from '../../../commands/ports/single-chain-reader';
import { memosOf } from './memo';
import { addressTopic, type EvmWatch, movementsOf, TRANSFER_TOPIC } from './movements';
import type { EvmNode } from './node';
import { isRefused } from './node-error';
import {
  type EvmBlock,
  type EvmHeader,
  type EvmLog,
  type EvmTransaction,
  readBlock,
  readLogs,
  readQuantity,
  readReceipt,
} from './wire';

/** Whole blocks are read, since the native coin leaves no log. */
export const MOST_BLOCKS_PER_SCAN = 50n;

export const headOf = ({ number, hash, time }: EvmHeader): ChainHead => ({
  blockNumber: number,
  blockHash: hash,
  blockTime: time,
});

const hex = (value: bigint): string => `0x${value.toString(16)}`;

const blockAt = async (node: EvmNode, number: bigint): Promise<EvmBlock> => {
  const block = readBlock(await node.ask('eth_getBlockByNumber', [hex(number), true]));
  if (block?.number !== number) throw new Error(`${node.label} has no block ${number.toString()} yet`);
  return block;
};

const changed = (node: EvmNode, number: bigint): Error =>
  new Error(`${node.label} changed its chain at block ${number.toString()} while it was read`);

const blocksBetween = async (node: EvmNode, from: bigint, upTo: bigint): Promise<readonly EvmBlock[]> => {
  const count = Number(upTo - from) + 1;
  const blocks = await Promise.all(Array.from({ length: count }, (_, index) => blockAt(node, from + BigInt(index))));
  const broken = blocks.find((block, index) => index > 0 && block.parentHash !== blocks[index - 1]?.hash);
  if (broken !== undefined) throw changed(node, broken.number);
  return blocks;
};

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

/** The head travels with the question: a node that lags behind the range answers `[]` as if nothing had happened. */
const logsOf = async (node: EvmNode, watch: EvmWatch, { from, to }: Range): Promise<readonly EvmLog[]> => {
  const topics = [TRANSFER_TOPIC, null, addressTopic(watch.receiver)];
  const filter = { address: [...watch.tokens.keys()], topics, fromBlock: hex(from), toBlock: hex(to) };
  const [logs, head] = await Promise.all([node.ask('eth_getLogs', [filter]), node.ask('eth_blockNumber', [])]);
  if (readQuantity(head, 'eth_blockNumber') < to) throw new Error(`${node.label} is behind block ${to.toString()}`);
  return readLogs(logs);
};

/** Halves a range that the node refuses (too long, too many hits) down to single blocks. */
export const tokenLogs = async (node: EvmNode, watch: EvmWatch, range: Range): Promise<readonly EvmLog[]> => {
  if (watch.tokens.size === 0) return [];
  try {
    return await logsOf(node, watch, range);
  } catch (error) {
    if (!isRefused(error) || range.from === range.to) throw error;
  }
  const middle = (range.from + range.to) / 2n;
  const earlier = await tokenLogs(node, watch, { from: range.from, to: middle });
  return [...earlier, ...(await tokenLogs(node, watch, { from: middle + 1n, to: range.to }))];
};

/** The transactions with a token's log, by hash; each log must be in a block that was read. */
const hitsOf = (node: EvmNode, blocks: readonly EvmBlock[], logs: readonly EvmLog[]): ReadonlySet<string> => {
  const hashes = new Set(blocks.map((block) => block.hash));
  const stranger = logs.find((log) => !hashes.has(log.blockHash));
  if (stranger !== undefined) throw changed(node, stranger.blockNumber);
  return new Set(logs.map((log) => log.transactionHash));
};

const paysOrNames = (transaction: EvmTransaction, watch: EvmWatch): boolean =>
  (transaction.to === watch.receiver && transaction.value > 0n) ||
  memosOf(transaction.input, watch.memoPrefix).length > 0;

const movementsIn = async (
  node: EvmNode,
  watch: EvmWatch,
  block: EvmBlock,
  transaction: EvmTransaction,
): Promise<readonly Movement[]> => {
  const receipt = readReceipt(await node.ask('eth_getTransactionReceipt', [transaction.hash]));
  if (receipt?.blockHash !== block.hash || receipt.transactionHash !== transaction.hash) {
    throw changed(node, block.number);
  }
  return movementsOf({ transaction, receipt, block }, watch);
};

/**
 * Every movement to the receiver in blocks `from` to at most `to`, as one node tells it; see ChainReader. What is beyond
 * `mostBlocks` is the next call's.
 */
export const scanBlocks = async (
  node: EvmNode,
  watch: EvmWatch,
  { from, to }: Range,
  mostBlocks: bigint,
): Promise<ChainScan> => {
  if (from < 0n || to < from) throw new Error(`No blocks from ${from.toString()} to ${to.toString()}`);
  const last = from + mostBlocks - 1n;
  const upTo = last < to ? last : to;
  const [blocks, logs] = await Promise.all([
    blocksBetween(node, from, upTo),
    tokenLogs(node, watch, { from, to: upTo }),
  ]);
  const hits = hitsOf(node, blocks, logs);
  const wanted = blocks.flatMap((block) =>
    block.transactions
      .filter((transaction) => hits.has(transaction.hash) || paysOrNames(transaction, watch))
      .map((transaction) => movementsIn(node, watch, block, transaction)),
  );
  return {
    movements: (await Promise.all(wanted)).flat(),
    parentHash: blocks[0]!.parentHash,
    upTo: headOf(blocks.at(-1)!),
  };
};
