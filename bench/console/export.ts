import type { Readable } from 'node:stream';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { request } from 'undici';
import { startEmbeddedPostgres } from '../../infra/postgres/embedded/embedded';
import { superuserUrlOf } from '../../test/stores/postgres-cluster';
import { type Bench, type Figure, single } from '../figures';
import { copyEvents, SKIP_COPIES } from '../seeds/event-copies';
import { alternate } from '../support/alternate';
import { openOps } from '../support/ops';
import { proportionalMegabytes } from '../support/processes';
import { startChain, startService } from '../support/service';
import { onPartOf, onSite, type Site } from '../support/site';
import { EVENTS_PER_INTENT } from '../support/stored-log';
import { quietLogger } from '../support/stores';

const EXPORT = '/ops/v1/exports/audit.csv?reason=a%20measurement';
/** The columns of the export, of the same events. */
const COPY = `COPY (SELECT position, created_ms, id, stream, revision, type, metadata, data FROM event_store.events
  ORDER BY position) TO STDOUT WITH (FORMAT csv, HEADER)`;
const LOOK_EVERY_MS = 200;

/** Events a second of the export of a whole log, against COPY of the same columns; and the memory that it adds. */
export const benchExport = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    // A service that is started again refuses a chain that is behind the one that it knew.
    const rpcUrl = await startChain(site);
    const operatorKey = await makeLog(bench, site, rpcUrl);
    const { url, pid, databaseUrl } = await startService(site, { rpcUrl });
    const database = await connect(site, site, databaseUrl);
    const { rows } = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM event_store.events');
    const events = rows[0]?.count ?? 0;
    const added: number[] = [];
    const figure = await alternate(bench, {
      ...{ name: 'export', unit: 'events/s', rounds: bench.scale.repeats },
      baseline: () => rateOf(events, async () => database.query(copyTo(COPY))),
      measured: async () => {
        const stop = watchMemory(pid);
        const headers = { authorization: `Bearer ${operatorKey}`, 'sec-fetch-site': 'same-origin' };
        const rating = rateOf(events, async () => (await request(`${url}${EXPORT}`, { headers })).body);
        return rating.finally(() => added.push(stop()));
      },
    });
    return [figure, single('export-rss', Math.max(...added), 'MB more')];
  });

/** Payments through the log, and copies of them behind the back of every projection; answers an operator's key. */
const makeLog = async (bench: Bench, site: Site, rpcUrl: string): Promise<string> => {
  const { loggedPayments, exportedEvents } = bench.scale.console;
  const operatorKey = await onPartOf(
    site,
    async (part) => (await openOps(bench, part, loggedPayments, { rpcUrl })).operatorKey,
  );
  bench.say(`  copying their events to ${exportedEvents}`);
  await onPartOf(site, async (part) => {
    const postgres = await startEmbeddedPostgres({ dataDir: site.dataDir, logger: quietLogger });
    part.onLeave(postgres.stop);
    const database = await connect(site, part, postgres.url);
    await database.query(copyEvents(Math.round(exportedEvents / (loggedPayments * EVENTS_PER_INTENT)) - 1));
    await database.query(SKIP_COPIES);
    await database.query('VACUUM (ANALYZE) event_store.events');
  });
  return operatorKey;
};

const connect = async ({ dataDir }: Site, part: Site, databaseUrl: string): Promise<Client> => {
  const database = new Client({ connectionString: superuserUrlOf(dataDir, databaseUrl) });
  await database.connect();
  part.onLeave(() => database.end());
  return database;
};

/** Refuses a text that has fewer lines than there are events. */
const rateOf = async (events: number, open: () => Promise<Readable>): Promise<number> => {
  const startedMs = performance.now();
  let lines = 0;
  for await (const chunk of await open()) {
    const bytes = chunk as Buffer;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  }
  if (lines <= events) throw new Error(`${lines} lines for ${events} events`);
  return events / ((performance.now() - startedMs) / 1_000);
};

/** Answers how many megabytes the service had more than at the beginning, at most. */
const watchMemory = (pid: number): (() => number) => {
  const before = proportionalMegabytes(pid);
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, proportionalMegabytes(pid));
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(look);
    return most - before;
  };
};
