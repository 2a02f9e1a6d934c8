import { pino } from 'pino';
import { claimDataDirectory } from '../../infra/run-file';
import { openStores, type Stores } from '../../src/bin/stores/stores';
import { type Adapters, openAdapters } from '../../src/bin/wiring/adapters';
import { readConfig } from '../../src/config';
import type { Site } from './site';

export const quietLogger = pino({ level: 'silent' });

/** The stores of `npm start` without the service, published so that an operator's command joins them. */
export const openBenchStores = async (site: Site): Promise<Stores> => {
  const claim = await claimDataDirectory(site.dataDir);
  if (!claim.claimed) throw new Error(`${site.dataDir} is not ours`);
  site.onLeave(claim.release);
  const stores = await openStores(readConfig({ DATA_DIR: site.dataDir }), quietLogger);
  site.onLeave(stores.stop);
  const { databaseUrl, eventStoreUrl } = stores;
  const startedAt = new Date().toISOString();
  claim.publish({ url: 'http://127.0.0.1:0', startedAt, databaseUrl, eventStoreUrl, localChains: [] });
  return stores;
};

/** Tables, and the stores bound to each other, as the service's start makes them: a rebuild refuses an unbound log. */
export const openBenchAdapters = async ({ dataDir }: Site, stores: Stores): Promise<Adapters> => {
  const config = readConfig({ DATA_DIR: dataDir });
  const adapters = await openAdapters({ config, stores, logger: quietLogger, localChains: [], url: null });
  await adapters.pair.start();
  return adapters;
};
