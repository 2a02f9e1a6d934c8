import type { Asset } from '../../commands/ports/chains/catalog';
import type { ChainReader } from '../../commands/ports/chains/chain-reader';
import type { EndpointOptions } from '../../infra/chains/nodes/rpc/open-endpoint';
import type { ChainReaderOptions } from '../../infra/chains/reader-options';
import { systemClock } from '../../infra/clock';
import type { Bench, Figure } from '../figures';
import { alternate } from '../support/alternate';
import { startSide } from '../support/side';
import { onSite } from '../support/site';
import { quietLogger } from '../support/stores';

/** A chain with transactions to one receiver, of which every hundredth has a memo. */
export interface FilledChain {
  readonly url: string;
  readonly networkId: string;
  readonly receiver: string;
  readonly from: bigint;
  readonly to: bigint;
}

export interface ScannedFamily {
  readonly family: ChainReaderOptions['network']['family'];
  /** The coin's. */
  readonly decimals: number;
  readonly open: (options: ChainReaderOptions) => ChainReader;
  /** The same calls without judging; answers the count of reported transactions. */
  readonly listAll: (chain: FilledChain) => Promise<number>;
}

const CALLS_PER_SECOND = 10_000;
const TIMEOUT_MS = 30_000;
const wait = async (): Promise<void> => undefined;

export const endpointOf = ({ url }: FilledChain): EndpointOptions => ({
  ...{ url, headers: {}, timeoutMs: TIMEOUT_MS, callsPerSecond: CALLS_PER_SECOND, clock: systemClock, wait },
});

const readerOf = (
  { family, decimals, open }: ScannedFamily,
  { url, networkId, receiver }: FilledChain,
): ChainReader => {
  const coin: Asset = {
    ...{ assetId: 1, symbol: 'COIN', network: family, contract: null, decimals },
    ...{ cashIn: true, cashOut: true, pegged: false },
  };
  return open({
    network: {
      ...{ name: family, family, chainId: null, networkId, mode: 'sandbox', receiver, receivers: [receiver] },
      ...{ callsPerSecond: CALLS_PER_SECOND, blockTimeToleranceSeconds: 30, expiryGraceSeconds: 30 },
    },
    ...{ assets: [coin], rpcUrls: [url], memoPrefix: 'lastro', finality: 'finalized', logger: quietLogger, wait },
  });
};

const scanAll = async (scanned: ScannedFamily, chain: FilledChain): Promise<number> => {
  const reader = readerOf(scanned, chain);
  let [next, resume, movements] = [chain.from, null as unknown, 0];
  while (next <= chain.to) {
    const found = await reader.scan({ from: next, to: chain.to, resume });
    if (found.outcome === 'GAP') throw new Error(found.reason);
    movements += found.movements.length;
    [next, resume] = [found.upTo.height + 1n, found.resume];
  }
  await reader.close();
  return movements;
};

/** Transactions a second that a reader scans, to the same calls without judging. */
export const benchScan =
  (scanned: ScannedFamily) =>
  (bench: Bench): Promise<readonly Figure[]> =>
    onSite(async (site) => {
      const transactions = bench.scale.scannedTransactions;
      const chain = await (await startSide<object, FilledChain>(site, `${scanned.family}-chain`, { transactions })).ask(
        {},
      );
      const rate = async (work: (chain: FilledChain) => Promise<number>): Promise<number> => {
        const startedMs = performance.now();
        const count = await work(chain);
        if (count !== transactions) throw new Error(`${count} of ${transactions} transactions`);
        return transactions / ((performance.now() - startedMs) / 1_000);
      };
      return [
        await alternate(bench, {
          ...{ name: `scan-${scanned.family}`, unit: 'transactions/s' },
          measured: () => rate((filled) => scanAll(scanned, filled)),
          baseline: () => rate(scanned.listAll),
        }),
      ];
    });
