import type { SeenMovement } from '../../../../aggregates/chain';
import type { Judgement } from '../../../../commands/ports/chain-reader';
import type { EvmWatch } from '../protocol/watch';
import type { EvmHeader, EvmReceipt, EvmTransaction } from '../protocol/wire';
import { movementsOf, NOT_IN_THE_BLOCK, unlistedMovements } from '../scanning/movements';

export interface EvmEvidence {
  readonly finalisedNumber: bigint;
  readonly transaction: EvmTransaction | null;
  readonly receipt: EvmReceipt | null;
  /** Canonical block at the height of the receipt, or without one of the movement; null above finality. */
  readonly canonical: EvmHeader | null;
  readonly isListed: boolean;
}

export const REORGANISED_AWAY = 'REORGANISED_AWAY';

const PENDING: Judgement = { verdict: 'PENDING' };
const gone = (reason: string): Judgement => ({ verdict: 'GONE', reason });

const heightOf = (receipt: EvmReceipt | null, seen: Pick<SeenMovement, 'blockNumber'>): bigint =>
  receipt === null ? BigInt(seen.blockNumber) : receipt.blockNumber;

const withoutReceipt = ({ transaction, canonical, isListed }: EvmEvidence, seen: SeenMovement): Judgement => {
  const { txid, blockNumber } = seen;
  if (isListed || (transaction !== null && transaction.blockHash !== null)) {
    throw new Error(`The node has transaction ${txid} in a block, and no receipt of it`);
  }
  // A transaction in a mempool may be mined again; above finality nothing is decided.
  if (transaction !== null || canonical === null) return PENDING;
  if (canonical.hash === seen.blockHash) {
    throw new Error(`The node keeps block ${blockNumber} but not its transaction ${txid}`);
  }
  return gone(REORGANISED_AWAY);
};

const isReceiptOf = (receipt: EvmReceipt, { hash, blockHash }: EvmTransaction): boolean =>
  receipt.transactionHash === hash && receipt.blockHash === blockHash;

const disagree = ({ txid }: SeenMovement): Error =>
  new Error(`The node's transaction ${txid}, its receipt and its block disagree`);

interface Settled {
  readonly receipt: EvmReceipt;
  readonly canonical: EvmHeader;
}

/** A transaction seen in no block's list is judged by its receipt alone and never pays by itself. */
const effectsOf = (evidence: EvmEvidence, { receipt, canonical }: Settled, seen: SeenMovement, watch: EvmWatch) => {
  const { transaction, isListed } = evidence;
  if (seen.unsupported === NOT_IN_THE_BLOCK) return unlistedMovements(receipt, canonical, watch);
  if (!isListed || transaction === null || !isReceiptOf(receipt, transaction) || transaction.hash !== seen.txid) {
    throw disagree(seen);
  }
  if (transaction.chainId !== null && transaction.chainId !== watch.chainId) {
    throw new Error(`Transaction ${seen.txid} is of chain ${transaction.chainId}`);
  }
  return movementsOf({ transaction, receipt, block: canonical }, watch);
};

const withReceipt = (evidence: EvmEvidence, receipt: EvmReceipt, seen: SeenMovement, watch: EvmWatch): Judgement => {
  const { canonical } = evidence;
  if (canonical === null) return PENDING;
  if (canonical.hash !== receipt.blockHash || receipt.transactionHash !== seen.txid) throw disagree(seen);
  // The networks file may have changed its receivers since.
  const receivers = [...new Set([...watch.receivers, seen.receiver])];
  const movements = effectsOf(evidence, { receipt, canonical }, seen, { ...watch, receivers });
  if (!receipt.succeeded) return gone('TRANSACTION_FAILED');
  const movement = movements.find((candidate) => candidate.position === seen.position);
  return movement === undefined ? gone('NO_SUCH_MOVEMENT') : { verdict: 'FINAL', movement };
};

/**
 * Judges a movement by the chain's effects at finality (design: chains, section 1). FINAL carries the facts of the
 * final block, not those first seen. Throws when the node contradicts itself.
 */
export const verdictOf = (evidence: EvmEvidence, seen: SeenMovement, watch: EvmWatch): Judgement => {
  const { receipt, finalisedNumber } = evidence;
  if (heightOf(receipt, seen) > finalisedNumber) return PENDING;
  return receipt === null ? withoutReceipt(evidence, seen) : withReceipt(evidence, receipt, seen, watch);
};
