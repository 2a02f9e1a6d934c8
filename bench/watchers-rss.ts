import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startLocalChain } from '../infra/chains/local/local-chain';
import { startEmbeddedPostgres } from '../infra/postgres/embedded/embedded';
import type { Environment } from '../src/config';
import { type Bench, type Figure, single } from './figures';
import { RECEIVER } from './seeds/quotes';
import { CLOSED, entryOf, environmentOf, type NetworkEntry, startClosedChain } from './support/closed-networks';
import { processesOf, proportionalMegabytes, runsNode } from './support/processes';
import { launchApi, launchService } from './support/service';
import { onSite, type Site } from './support/site';
import { quietLogger } from './support/stores';

const POLL_INTERVAL_MS = 2_000;

const evmNetwork = async (site: Site): Promise<NetworkEntry> => {
  const chain = await startLocalChain({ blockTimeSeconds: 1, slotsInAnEpoch: 1, chainId: 1, logger: quietLogger });
  site.onLeave(chain.stop);
  return { name: 'ethereum', family: 'evm', chainId: 1, rpcUrls: [chain.url], receiver: RECEIVER };
};

const closedNetworks = async (site: Site): Promise<readonly NetworkEntry[]> =>
  (await Promise.all(CLOSED.map((family) => startClosedChain(site, family)))).map(entryOf);

/** In production alone no local chain is watched where there is no network. */
const inProduction = async (site: Site): Promise<Environment> => {
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(site.dataDir, 'postgres'), logger: quietLogger });
  site.onLeave(postgres.stop);
  return {
    ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PUBLIC_BASE_URL: 'https://bench.example' },
    ...{ DATABASE_URL: postgres.url, READER_DATABASE_URL: postgres.readerUrl },
    ...{ OPS_READER_DATABASE_URL: postgres.opsReaderUrl, MASTER_KEY: randomBytes(32).toString('base64') },
    REGULATORY_ROLE: 'none',
    JWT_KEYS: `k1:${randomBytes(32).toString('base64url')}`,
  };
};

const megabytesOf = (pid: number): number =>
  processesOf(pid)
    .filter(runsNode)
    .map(proportionalMegabytes)
    .reduce((sum, each) => sum + each, 0);

/** Megabytes of a service that idles, and of an API process beside it. */
const idle = async ({ scale, say }: Bench, site: Site, networks: readonly NetworkEntry[]) => {
  const environment = { ...environmentOf(site, POLL_INTERVAL_MS, networks), ...(await inProduction(site)) };
  const { pid } = await launchService(site, environment);
  const api = launchApi(site, environment);
  say(`  ${networks.length} watchers idle for ${scale.idleMs / 1_000} s`);
  await pause(scale.idleMs);
  return { service: megabytesOf(pid), api: megabytesOf(api) };
};

/** Memory of five watchers, over a service with none; and of an API process, over that of another commit. */
export const benchWatchersMemory = async (bench: Bench): Promise<readonly Figure[]> => {
  const none = await onSite((site) => idle(bench, site, []));
  const five = await onSite(async (site) =>
    idle(bench, site, [await evmNetwork(site), ...(await closedNetworks(site))]),
  );
  bench.say(`  ${five.service.toFixed(1)} to ${none.service.toFixed(1)} MB`);
  return [single('watchers-rss', five.service - none.service, 'MB more'), single('api-rss', five.api, 'MB')];
};
