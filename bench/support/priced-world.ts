import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sourceEntries } from '../../test/providers/exchanges';
import { COIN } from '../seeds/quotes';
import type { PriceSourcesSettings } from '../sides/price-sources';
import { startSide } from './side';
import type { Site } from './site';
import { openWorld, type World } from './world';

const PRICED_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

/** Starts the sources, each answering after so long; answers their URL. */
export const startSources = async (site: Site, latencyMs: number): Promise<string> => {
  const settings: PriceSourcesSettings = { latencyMs };
  return (await startSide<null, string>(site, 'price-sources', settings)).ask(null);
};

/** Writes PROVIDERS_FILE; answers its path. */
export const writeProviders = (site: Site, providers: readonly object[]): string => {
  const file = path.join(site.dataDir, 'providers.json');
  writeFileSync(file, JSON.stringify({ providers }));
  return file;
};

/** A service whose sandbox has market prices, once the coin has one. */
export const openPricedWorld = async (site: Site, users: number, latencyMs: number): Promise<World> => {
  const PROVIDERS_FILE = writeProviders(site, sourceEntries(await startSources(site, latencyMs)));
  const world = await openWorld(site, users, { environment: { PROVIDERS_FILE, SANDBOX_PRICES: 'market' } });
  for (let waitedMs = 0; waitedMs < PRICED_TIMEOUT_MS; waitedMs += POLL_MS) {
    const { status } = await fetch(`${world.service.url}/api/v1/getAssetPrice?assetId=${COIN.assetId}`);
    if (status === 200) return world;
    await pause(POLL_MS);
  }
  throw new Error('No price came in time');
};
