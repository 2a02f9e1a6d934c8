import { Client } from 'pg';
import { listUnmatchedDeposits } from '../../read-models/matching/deposits';
import { depositItem } from '../../src/reads/deposits/shown-deposit';
import { superuserUrlOf } from '../../test/stores/postgres-cluster';
import type { Bench, Figure } from '../figures';
import { finalDeposit, unmatchedStream } from '../seeds/deposits';
import { appendAll } from '../seeds/ledger';
import { unmatchedDeposits, unpaidIntents } from '../seeds/list-rows';
import { percentile } from '../support/alternate';
import { fillTable } from '../support/fill-table';
import { onSite, type Site } from '../support/site';
import { openBenchAdapters, openBenchStores } from '../support/stores';

const FEW = 10_000;
/** In the last week more intents ended than are looked through, also among few. */
const DAYS = 14;
/** As `ledger deposits` asks for, in parts of ten. */
const PAGE = 50;
const AT_ONCE = 10;
/** Each page is as much as twenty requests for a list. */
const SAMPLED = 4;
const WARM = 5;

type Inbox = () => Promise<number>;

const openInbox = async ({ say }: Bench, site: Site, count: number): Promise<Inbox> => {
  const stores = await openBenchStores(site);
  const adapters = await openBenchAdapters(site, stores);
  site.onLeave(adapters.close);
  const { query, eventStore } = adapters.ports;
  const client = new Client({ connectionString: superuserUrlOf(site.dataDir, stores.databaseUrl) });
  await client.connect();
  say(`  making ${count} deposits and as many intents`);
  await fillTable(client, { table: 'deposits', rows: unmatchedDeposits(count) });
  await fillTable(client, { table: 'reconciliation_intents', rows: unpaidIntents(count, DAYS) });
  await client.end();
  const first = await listUnmatchedDeposits(query, PAGE);
  await appendAll(
    eventStore,
    first.map(({ deposit_id: depositId }) => unmatchedStream(finalDeposit({ depositId }))),
  );
  const { ports } = adapters;
  return async () => {
    const startedMs = performance.now();
    const rows = await listUnmatchedDeposits(query, PAGE + 1);
    const items = [];
    for (let done = 0; done < PAGE; done += AT_ONCE) {
      const part = rows.slice(done, Math.min(done + AT_ONCE, PAGE));
      items.push(...(await Promise.all(part.map((row) => depositItem(ports, row)))));
    }
    if (!items.every(({ candidates }) => candidates.length > 0)) throw new Error('A deposit has no candidates');
    return performance.now() - startedMs;
  };
};

/** Both in turn, page by page: what else the machine does meets them alike. */
const compare = async ({ scale, say }: Bench, many: Inbox, few: Inbox): Promise<Figure> => {
  const elapsedMs: { readonly many: number; readonly few: number }[] = [];
  for (let sample = 0; sample < (scale.rounds * scale.listSamples) / SAMPLED; sample += 1)
    elapsedMs.push({ few: await few(), many: await many() });
  const at = (share: number) => ({
    value: percentile(
      elapsedMs.map((one) => one.many),
      share,
    ),
    baseline: percentile(
      elapsedMs.map((one) => one.few),
      share,
    ),
  });
  const middle = at(0.5);
  say(`  at the median ${middle.value.toFixed(0)} to ${middle.baseline.toFixed(0)} ms`);
  const { value, baseline } = at(0.99);
  return { name: 'inbox', unit: 'ms', value, baseline, ratio: value / baseline };
};

/** The first page of the inbox with candidates, over many deposits, at the 99th percentile; baseline: over 10,000. */
export const benchInbox = (bench: Bench): Promise<readonly Figure[]> =>
  onSite((fewSite) =>
    onSite(async (site) => {
      const few = await openInbox(bench, fewSite, FEW);
      const many = await openInbox(bench, site, bench.scale.inboxDeposits);
      for (let warm = 0; warm < WARM; warm += 1) await Promise.all([few(), many()]);
      return [await compare(bench, many, few)];
    }),
  );
