import type { EvmScope } from '../looking/scope';
import type { EvmNode } from '../nodes/node';
import { contradiction } from '../nodes/standings';
import type { EvmHeader, EvmReceipt, EvmTransaction } from '../protocol/wire';
import type { EvmEvidence } from './judge';

export type Placed =
  | { readonly outcome: 'UNKNOWN' | 'PENDING' }
  | {
      readonly outcome: 'FINAL';
      readonly block: EvmHeader;
      readonly transaction: EvmTransaction;
      readonly receipt: EvmReceipt;
    };

/** Where one node has a transaction. Throws when it contradicts itself. */
export const placeIn = (node: EvmNode, evidence: EvmEvidence, { watch }: EvmScope): Placed => {
  const { finalisedNumber, transaction, receipt, canonical, isListed } = evidence;
  if (transaction === null && receipt === null) return { outcome: 'UNKNOWN' };
  if (transaction !== null && transaction.chainId !== null && transaction.chainId !== watch.chainId) {
    throw contradiction(node.label, `has ${transaction.hash}, which is of chain ${transaction.chainId}`);
  }
  if (receipt === null) return { outcome: 'PENDING' };
  if (receipt.blockNumber > finalisedNumber || canonical === null) return { outcome: 'PENDING' };
  const isWhole = transaction?.blockHash === canonical.hash && receipt.blockHash === canonical.hash;
  if (transaction === null || !isWhole || !isListed) {
    throw contradiction(node.label, `and its blocks disagree about ${receipt.transactionHash}`);
  }
  return { outcome: 'FINAL', block: canonical, transaction, receipt };
};
