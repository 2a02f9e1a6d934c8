import type { NetworkName, SeenMovement } from '../../../aggregates/chain';
import { UNEXPLAINED_RISE } from '../../../aggregates/deposit/matching';
import type { ChainHead } from '../../ports/chains/chain-reader';

export interface CoinBalance {
  readonly receiver: string;
  readonly height: bigint;
  readonly baseUnits: bigint;
}

/** Coin that scans saw at a receiver in a range of blocks, dust included. */
export interface CoinSeen {
  readonly baseUnits: bigint;
  /** The highest block with a recorded rise; null without one. */
  readonly lastRise: bigint | null;
}

/** The rise of the balance beyond the scanned coin, at least 0. Coin that left in between hides as much. */
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

/** Without a known transaction the id names the block before the coin, the same in all workers. */
export const movementOfRise = ({ network, assetId, before, now, seen, at }: Rise): SeenMovement => ({
  ...{ network, assetId, contract: null, receiver: now.receiver, sender: UNKNOWN_SENDER },
  txid: `coin-after-block-${seen.lastRise ?? before.height}`,
  position: now.receiver,
  amountBaseUnits: unexplainedBaseUnits(before, now, seen).toString(),
  ...{ memos: [], movements: 1, unsupported: UNEXPLAINED_RISE },
  ...{ blockNumber: at.height.toString(), blockHash: at.hash, blockTime: at.time },
});
