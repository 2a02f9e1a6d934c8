import type { Bench, Figure } from '../figures';
import type { AppendSettings } from '../sides/append-client';
import type { AppendPostgresSettings } from '../sides/append-postgres';
import type { Window } from '../sides/shared/closed-loop';
import { alternate } from '../support/alternate';
import { startSide } from '../support/side';
import { onSite, type Site } from '../support/site';
import { openBenchStores } from '../support/stores';

const WRITERS = 64;
const UNIT = 'appends/s';

/** Appends through the official client, and through the service's adapter, against single-row commits of the same bytes. */
export const benchAppend = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const { databaseUrl, eventStoreUrl } = await openBenchStores(site);
    const settings: AppendPostgresSettings = { databaseUrl, clients: WRITERS };
    const postgres = await startSide<Window, number>(site, 'append-postgres', settings);
    const client = await startAppender(site, 'append-client', eventStoreUrl);
    const adapter = await startAppender(site, 'append-adapter', eventStoreUrl);
    const { warmMs, windowMs } = bench.scale;
    const window: Window = { warmMs, windowMs };
    const shared = { unit: UNIT, baseline: () => postgres.ask(window) };
    const figure = await alternate(bench, { ...shared, name: 'append', measured: () => client.ask(window) });
    const ours = await alternate(bench, { ...shared, name: 'append-adapter', measured: () => adapter.ask(window) });
    return [figure, ours];
  });

const startAppender = (site: Site, program: string, eventStoreUrl: string) =>
  startSide<Window, number>(site, program, {
    eventStoreUrl,
    writers: WRITERS,
    streamPrefix: `cashout-${program}`,
  } satisfies AppendSettings);
