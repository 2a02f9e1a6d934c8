import { createReads } from '../../../../../infra/providers/http/reads';
import { createWooviDelivery } from '../../../../../infra/providers/woovi/stablecoin/delivery';
import { manualClock } from '../../../../../packages/testing/src/ledger/memory/manual-clock';
import { createMemoryExpiringValues } from '../../../../doubles/memory-expiring-values';
import { openWoovi } from '../../../../providers/woovi';

const CONTRACT = '0xc2132d05d31c914a87c6611c10748aeb04b58e8f';
export const SOLD = {
  ...{ assetId: 304, network: 'polygon', amount: 28_000_000n, minimum: 27_000_000n },
  destination: '0x00000000000000000000000000000000b0ffee42',
};
const sold = { cashIn: true, cashOut: true, pegged: false };

/** The adapter before a server of its own. */
export const openWorld = async () => {
  const [clock, reads] = [manualClock(), createReads()];
  const server = await openWoovi({ now: clock.now });
  const [notes, expiring] = [[] as unknown[], createMemoryExpiringValues(clock)];
  const assets = [
    { ...sold, assetId: 304, network: 'polygon', symbol: 'USDT', contract: CONTRACT, decimals: 6 },
    { ...sold, assetId: 502, network: 'base', symbol: 'USDC', contract: '0x01', decimals: 6 },
    { ...sold, assetId: 503, network: 'base', symbol: 'USDT', contract: '0x02', decimals: 6 },
    { ...sold, assetId: 402, network: 'bsc', symbol: 'USDT', contract: '0x03', decimals: 18 },
  ];
  const provider = createWooviDelivery({
    ...{ name: 'woovi', url: server.url, appId: server.appId, reads, clock, assets, expiring },
    onExchange: (note) => void notes.push(note),
  });
  const close = async () => {
    await reads.close();
    await server.close();
  };
  return { clock, provider, asset: SOLD, expiring, server, books: server.stablecoinBooks, notes, close };
};

export type World = Awaited<ReturnType<typeof openWorld>>;
