import { once } from 'node:events';
import { createServer } from 'node:net';
import { Pool } from 'undici';
import type { Environment } from '../../src/config';
import type { Bench, Figure } from '../figures';
import { alternate } from '../support/alternate';
import { openClients } from '../support/doors';
import { onSite, type Site } from '../support/site';
import { openWorld } from '../support/world';
import { intentsOf } from './create-intent';

const HOST = '127.0.0.1';
/** Three times as often as Prometheus does by default. */
const SCRAPE_EVERY_MS = 5_000;

/** Intents created over HTTP with metrics that are scraped and a line a request, against the same without either. */
export const benchMetricsCost = (bench: Bench): Promise<readonly Figure[]> =>
  onSite((site) =>
    onSite(async (other) => {
      const port = await freePort();
      const watched = { LOG_LEVEL: 'info', REQUEST_LOG: 'on', METRICS_HOST: HOST, METRICS_PORT: `${port}` };
      const measured = await openSide(bench, site, watched);
      const baseline = await openSide(bench, other, { LOG_LEVEL: 'warn', REQUEST_LOG: 'off' });
      const scraping = keepScraping(port);
      site.onLeave(async () => {
        await scraping.stop();
      });
      const figure = await alternate(bench, {
        name: 'metrics-cost',
        unit: 'requests/s',
        baseline,
        measured,
      });
      bench.say(`  metrics were read ${await scraping.stop()} times`);
      return [figure];
    }),
  );

const openSide = async (bench: Bench, site: Site, environment: Environment): Promise<() => Promise<number>> => {
  bench.say(`  starting a service with LOG_LEVEL=${environment.LOG_LEVEL ?? ''} and ${bench.scale.users} users`);
  const world = await openWorld(site, bench.scale.users, { environment });
  const measure = await openClients(bench, site, intentsOf(world));
  return async () => (await measure()).perSecond;
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
};

/** `stop` answers how often the page was read; it rejects when it once could not be. */
const keepScraping = (port: number): { readonly stop: () => Promise<number> } => {
  const pool = new Pool(`http://${HOST}:${port}`, { connections: 1 });
  const scrape = async (before: number): Promise<number> => {
    const { statusCode, body } = await pool.request({ method: 'GET', path: '/metrics' });
    await body.text();
    if (statusCode !== 200) throw new Error(`Metrics answered ${statusCode}`);
    return before + 1;
  };
  let scrapes = Promise.resolve(0);
  const next = (): void => {
    scrapes = scrapes.then(scrape);
    // `stop` reports the error.
    scrapes.catch(() => undefined);
  };
  next();
  const timer = setInterval(next, SCRAPE_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      return scrapes.finally(() => pool.destroy());
    },
  };
};
