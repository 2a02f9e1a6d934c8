import type { Movement } from '../../../aggregates/chain';
import type { FinalityVerdict } from '../../../commands/ports/single-chain-reader';
import { type EvmWatch, movementsOf } from './movements';
import type { EvmHeader, EvmReceipt, EvmTransaction } from './wire';

/** What one node says about a transaction that was seen before, all of it from the same node. */
export interface EvmEvidence {
  readonly finalisedNumber: bigint;
  readonly transaction: EvmTransaction | null;
  readonly receipt: EvmReceipt | null;
  /** The canonical block where the receipt, or without one the movement, places the transaction; null above finality. */
  readonly canonical: EvmHeader | null;
}

const PENDING: FinalityVerdict = { verdict: 'PENDING' };
const gone = (reason: string): FinalityVerdict => ({ verdict: 'GONE', reason });

/** The block whose canonical form decides about the movement. */
export const heightOf = (receipt: EvmReceipt | null, seen: Movement): bigint =>
  receipt === null ? BigInt(seen.blockNumber) : receipt.blockNumber;

const withoutReceipt = ({ transaction, canonical }: EvmEvidence, seen: Movement): FinalityVerdict => {
  // A pool may still hold it, and a miner may include it again.
  if (transaction !== null || canonical === null) return PENDING;
  if (canonical.hash === seen.blockHash) {
    throw new Error(`The node keeps block ${seen.blockNumber} but not its transaction ${seen.txid}`);
  }
  return gone('REORGANISED_AWAY');
};

const isReceiptOf = (receipt: EvmReceipt, { hash, blockHash }: EvmTransaction): boolean =>
  receipt.transactionHash === hash && receipt.blockHash === blockHash;

const withReceipt = (evidence: EvmEvidence, receipt: EvmReceipt, seen: Movement, watch: EvmWatch): FinalityVerdict => {
  const { transaction, canonical } = evidence;
  if (canonical === null || canonical.hash !== receipt.blockHash) return PENDING;
  if (transaction === null || !isReceiptOf(receipt, transaction) || transaction.hash !== seen.txid) {
    throw new Error(`The node's transaction ${seen.txid} and its receipt disagree`);
  }
  if (!receipt.succeeded) return gone('TRANSACTION_FAILED');
  // The networks file may name another receiver since.
  const movements = movementsOf({ transaction, receipt, block: canonical }, { ...watch, receiver: seen.receiver });
  const movement = movements.find((candidate) => candidate.position === seen.position);
  return movement === undefined ? gone('NO_SUCH_MOVEMENT') : { verdict: 'FINAL', movement };
};

/**
 * Judges a movement again from the chain's effects at finality (design: chains, section 1). FINAL carries the facts of
 * the block that stayed, never those that were seen first. Throws when the node contradicts itself.
 */
export const verdictOf = (evidence: EvmEvidence, seen: Movement, watch: EvmWatch): FinalityVerdict => {
  const { receipt, finalisedNumber } = evidence;
  if (heightOf(receipt, seen) > finalisedNumber) return PENDING;
  return receipt === null ? withoutReceipt(evidence, seen) : withReceipt(evidence, receipt, seen, watch);
};
