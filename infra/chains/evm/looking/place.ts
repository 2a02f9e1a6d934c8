import { contradiction } from '../../nodes/standings';
import type { EvmWatch } from '../protocol/watch';
import type { EvmHeader, EvmReceipt, EvmTransaction } from '../protocol/wire';

export interface Wanted {
  readonly txid: string;
  /** The node's own block at the transaction's height; null: unknown, or not final. */
  readonly block: EvmHeader | null;
  readonly isListed: boolean;
  /** A token's log names the transaction. */
  readonly isHit: boolean;
  readonly transaction: EvmTransaction | null;
}

interface InBlock {
  readonly block: EvmHeader;
  readonly receipt: EvmReceipt;
}

export type Placed =
  | { readonly outcome: 'UNKNOWN' }
  | { readonly outcome: 'PENDING' }
  /** Without an entry in its block: a chain's own transaction, such as a bridge's. */
  | ({ readonly outcome: 'UNLISTED' } & InBlock)
  | ({ readonly outcome: 'INCLUDED'; readonly transaction: EvmTransaction } & InBlock);

export type Included = Extract<Placed, { readonly outcome: 'INCLUDED' }>;

/** Throws when the transaction names another chain. */
export const mustBeOfChain = (label: string, transaction: EvmTransaction, { chainId }: EvmWatch): void => {
  if (transaction.chainId === null || transaction.chainId === chainId) return;
  throw contradiction(label, `has ${transaction.hash}, which is of chain ${transaction.chainId}`);
};

const withoutReceipt = (label: string, { txid, block, isListed, transaction }: Wanted): Placed => {
  if (isListed) throw contradiction(label, `has block ${block?.number} without a receipt of ${txid}`);
  if (transaction === null) return { outcome: 'UNKNOWN' };
  if (transaction.blockHash !== null) throw new Error(`${label} has ${txid} in a block, and no receipt of it`);
  return { outcome: 'PENDING' };
};

/** Judges the place of a transaction by the answers of one node. Throws when they contradict each other. */
export const placeOf = (label: string, wanted: Wanted, receipt: EvmReceipt | null, watch: EvmWatch): Placed => {
  const { txid, block, isListed, transaction } = wanted;
  if (transaction !== null) mustBeOfChain(label, transaction, watch);
  if (receipt === null) return withoutReceipt(label, wanted);
  if (block === null) return { outcome: 'PENDING' };
  if (receipt.transactionHash !== txid || receipt.blockHash !== block.hash) {
    throw contradiction(label, `has block ${block.number} and a receipt of another block for ${txid}`);
  }
  if (!isListed) return { outcome: 'UNLISTED', block, receipt };
  if (transaction?.hash !== txid || transaction.blockHash !== block.hash) {
    throw contradiction(label, `lists ${txid} in block ${block.number}, and does not know it there`);
  }
  return { outcome: 'INCLUDED', block, receipt, transaction };
};
