import type { Bench, Figure } from '../figures';
import type { AppendSettings } from '../sides/append-adapter';
import type { AppendPostgresSettings } from '../sides/append-postgres';
import type { Window } from '../sides/shared/closed-loop';
import { alternate } from '../support/alternate';
import { serveLog } from '../support/event-store-server';
import { startSide } from '../support/side';
import { onSite, type Site } from '../support/site';
import { openBenchStores } from '../support/stores';

const WRITERS = 64;
const UNIT = 'appends/s';

/** Appends to the log, and to our server by the official client, against single-row commits of the same bytes. */
export const benchAppend = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const { databaseUrl } = await openBenchStores(site);
    const log = await startAppender(site, { databaseUrl, writers: WRITERS, streamPrefix: 'cashout-log' });
    const settings: AppendPostgresSettings = { databaseUrl, clients: WRITERS };
    const postgres = await startSide<Window, number>(site, 'append-postgres', settings);
    const eventStoreUrl = await serveLog(site, databaseUrl);
    const served = { databaseUrl, eventStoreUrl, writers: WRITERS, streamPrefix: 'cashout-client' };
    const client = await startAppender(site, served);
    const { warmMs, windowMs } = bench.scale;
    const window: Window = { warmMs, windowMs };
    const shared = { unit: UNIT, baseline: () => postgres.ask(window) };
    const figure = await alternate(bench, { ...shared, name: 'append', measured: () => log.ask(window) });
    const other = await alternate(bench, { ...shared, name: 'append-client', measured: () => client.ask(window) });
    return [figure, other];
  });

export const startAppender = (site: Site, settings: AppendSettings) =>
  startSide<Window, number>(site, 'append-adapter', settings);
