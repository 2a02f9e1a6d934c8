import type { Movement } from '../../../aggregates/chain';
import type { ChainReaderOptions } from '../reader-options';
import { hashOf, timeOf } from './blocks';
import type { SimulatedTransaction } from './books';

export const POSITION = '0';

type Watched = Pick<ChainReaderOptions, 'network' | 'assets' | 'memoPrefix'>;

const memosOf = ({ memoPrefix }: Pick<Watched, 'memoPrefix'>, { memo }: SimulatedTransaction): readonly string[] =>
  memo?.startsWith(`${memoPrefix}:`) === true ? [memo] : [];

export const movementOf = (watched: Watched, transaction: SimulatedTransaction): Movement => {
  const { name: network, mode } = watched.network;
  const { txid, assetId, sender, receiver, height } = transaction;
  const asset = watched.assets.find((known) => known.network === network && known.assetId === assetId);
  return {
    ...{ network, mode, txid, position: POSITION, sender, receiver },
    ...{ assetId: asset?.assetId ?? null, contract: asset?.contract ?? null },
    amountBaseUnits: transaction.baseUnits.toString(),
    memos: memosOf(watched, transaction),
    ...{ movements: 1, unsupported: null },
    ...{ blockNumber: height.toString(), blockHash: hashOf(height), blockTime: timeOf(height) },
  };
};
