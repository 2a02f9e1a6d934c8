import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PriceSourcesSettings } from '../sides/price-sources';
import { startSide } from './side';
import type { Site } from './site';
import { openWorld, type World } from './world';

const SOURCES = ['mercado-bitcoin', 'binance', 'foxbit', 'ptax'] as const;
const PRICED_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

/** Entries of PROVIDERS_FILE for the sources of prices at this URL. */
export const sourceEntries = (url: string): readonly object[] =>
  SOURCES.map((adapter) => ({ name: adapter, adapter, url }));

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

/** A service whose sandbox has market prices, once an asset has one. */
export const openPricedWorld = async (
  site: Site,
  users: number,
  latencyMs: number,
  assetId: number,
): Promise<World> => {
  const PROVIDERS_FILE = writeProviders(site, sourceEntries(await startSources(site, latencyMs)));
  const world = await openWorld(site, users, { environment: { PROVIDERS_FILE, SANDBOX_PRICES: 'market' } });
  for (let waitedMs = 0; waitedMs < PRICED_TIMEOUT_MS; waitedMs += POLL_MS) {
    const { status } = await fetch(`${world.service.url}/api/v1/getAssetPrice?assetId=${assetId}`);
    if (status === 200) return world;
    await pause(POLL_MS);
  }
  throw new Error('No price came in time');
};
