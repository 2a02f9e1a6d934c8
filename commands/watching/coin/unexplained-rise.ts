import type { NetworkName, SeenMovement } from '../../../aggregates/chain';
import { UNEXPLAINED_RISE } from '../../../aggregates/deposit/matching';
import type { ChainHead } from '../../ports/chains/chain-reader';

/** A receiver's coin after a final block. */
export interface CoinBalance {
  readonly receiver: string;
  readonly height: bigint;
  readonly baseUnits: bigint;
}

/** Coin that was seen to arrive at a receiver in a range of blocks, dust included. */
export interface CoinSeen {
  readonly baseUnits: bigint;
  /** The highest block for which a rise was recorded; null: none was. */
  readonly lastRise: bigint | null;
}

/** The rise of the balance beyond what was seen; 0 when there is none. Coin that left in between hides as much. */
export const unexplainedBaseUnits = (before: CoinBalance, now: CoinBalance, seen: CoinSeen): bigint => {
  const surplus = now.baseUnits - before.baseUnits - seen.baseUnits;
  return surplus > 0n ? surplus : 0n;
};

export interface Rise {
  readonly network: NetworkName;
  readonly assetId: number | null;
  readonly before: CoinBalance;
  readonly now: CoinBalance;
  readonly seen: CoinSeen;
  readonly at: ChainHead;
}

const UNKNOWN_SENDER = 'unknown';

/**
 * The rise as a movement. No transaction is known, so the text in the place of an id names the block before the coin;
 * the position is the receiver. The text is the same for every process that sees the rise.
 */
export const movementOfRise = ({ network, assetId, before, now, seen, at }: Rise): SeenMovement => ({
  ...{ network, assetId, contract: null, receiver: now.receiver, sender: UNKNOWN_SENDER },
  txid: `coin-after-block-${seen.lastRise ?? before.height}`,
  position: now.receiver,
  amountBaseUnits: unexplainedBaseUnits(before, now, seen).toString(),
  ...{ memos: [], movements: 1, unsupported: UNEXPLAINED_RISE },
  ...{ blockNumber: at.height.toString(), blockHash: at.hash, blockTime: at.time },
});
