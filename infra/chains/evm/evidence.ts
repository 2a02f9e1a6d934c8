import type { Movement } from '../../../aggregates/chain';
import { type EvmEvidence, heightOf } from './judge';
import type { EvmNode } from './node';
import { type EvmHeader, readHeader, readQuantity, readReceipt, readTransaction } from './wire';

/** `finalized` asks the node; a depth in blocks is for chains that have no such tag, and only when configured. */
export type EvmFinality = 'finalized' | { readonly depth: number };

/** The canonical block of this height or tag. */
export const headerAt = async (node: EvmNode, block: bigint | 'latest' | 'finalized'): Promise<EvmHeader> => {
  const which = typeof block === 'bigint' ? `0x${block.toString(16)}` : block;
  const header = readHeader(await node.ask('eth_getBlockByNumber', [which, false]));
  if (header === null || (typeof block === 'bigint' && header.number !== block)) {
    throw new Error(`${node.label} has no block ${block.toString()}`);
  }
  return header;
};

/** Never the latest block in place of the finalised one: a node without the tag is an error for the operator. */
export const finalisedAt = async (node: EvmNode, finality: EvmFinality): Promise<EvmHeader> => {
  if (finality === 'finalized') return headerAt(node, 'finalized');
  const latest = await headerAt(node, 'latest');
  const number = latest.number - BigInt(finality.depth);
  return headerAt(node, number < 0n ? 0n : number);
};

/** What this node says about a movement that was seen before. Rejects when it cannot know. */
export const evidenceOf = async (node: EvmNode, seen: Movement, finality: EvmFinality): Promise<EvmEvidence> => {
  // Finality first: what is at or below it does not change while the rest is asked.
  const [finalised, newest] = await Promise.all([finalisedAt(node, finality), headerAt(node, 'latest')]);
  const [receiptAnswer, transactionAnswer, head] = await Promise.all([
    node.ask('eth_getTransactionReceipt', [seen.txid]),
    node.ask('eth_getTransactionByHash', [seen.txid]),
    node.ask('eth_blockNumber', []),
  ]);
  const receipt = readReceipt(receiptAnswer);
  // Behind one URL there may be several nodes, and one that lags does not know what was mined again meanwhile.
  if (receipt === null && readQuantity(head, 'eth_blockNumber') < newest.number) {
    throw new Error(`${node.label} is behind block ${newest.number}`);
  }
  const transaction = readTransaction(transactionAnswer);
  const height = heightOf(receipt, seen);
  const canonical = height > finalised.number ? null : await headerAt(node, height);
  return { finalisedNumber: finalised.number, transaction, receipt, canonical };
};
