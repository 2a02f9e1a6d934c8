import { createHash } from 'node:crypto';
import { utils } from 'tronweb';
import { partsOf } from '../../infra/chains/nodes/rpc/few-at-once';
import { MOST_REQUESTS_AT_ONCE } from '../../infra/chains/nodes/rpc/open-endpoint';
import { connectCalls } from '../../infra/chains/tron/nodes/calls';
import { createTronReader } from '../../infra/chains/tron/reader';
import { benchScan, endpointOf, type FilledChain } from './scan';

interface Told {
  readonly raw_data_hex: string;
}

const txCheck = utils.transaction.txCheck as (transaction: unknown) => boolean;

/** Blocks and their infos; each transaction is bound to its id, as the reader does with all that name a receiver. */
const listAll = async (chain: FilledChain): Promise<number> => {
  const { from, to } = chain;
  const calls = connectCalls(endpointOf(chain), () => undefined);
  const heights = Array.from({ length: Number(to - from) + 1 }, (_, index) => Number(from) + index);
  let count = 0;
  for (const part of partsOf(heights, MOST_REQUESTS_AT_ONCE / 2)) {
    const blocks = await Promise.all(
      part.map(async (num) => {
        const [block] = await Promise.all([
          calls.ask('getblockbynum', { num }),
          calls.ask('gettransactioninfobyblocknum', { num }),
        ]);
        return (block as { readonly transactions?: readonly Told[] }).transactions ?? [];
      }),
    );
    for (const transaction of blocks.flat()) {
      createHash('sha256').update(Buffer.from(transaction.raw_data_hex, 'hex')).digest('hex');
      txCheck(transaction);
      count += 1;
    }
  }
  await calls.close();
  return count;
};

export const benchScanTron = benchScan({ family: 'tron', decimals: 6, open: createTronReader, listAll });
