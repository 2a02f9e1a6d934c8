import { Client } from 'pg';
import { superuserUrlOf } from '../../test/stores/postgres-cluster';
import type { Bench, Figure } from '../figures';
import { finalDeposit, finalStream } from '../seeds/deposits';
import { appendAll } from '../seeds/ledger';
import { unpaidIntents } from '../seeds/list-rows';
import type { ProjectSettings } from '../sides/project';
import { alternate } from '../support/alternate';
import { fillTable } from '../support/fill-table';
import { type Side, startSide } from '../support/side';
import { onSite, type Site } from '../support/site';
import { openBenchAdapters, openBenchStores } from '../support/stores';

/** Open intents of the baseline, and deposits of a round. */
const FEW = 1_000;
/** Half of the rows are open. */
const ROWS_PER_OPEN = 2;

interface Matcher {
  /** Proposals a second for deposits that pay open intents. */
  readonly rate: () => Promise<number>;
}

interface OpenRow {
  readonly memo: string;
  readonly amount: string;
  readonly created_at: Date;
}

/** Rows of open intents that lie far apart; the proposals of earlier rounds are dropped. */
const takeOpen = async (client: Client, open: number): Promise<readonly OpenRow[]> => {
  const step = Math.floor(open / FEW);
  const memos = Array.from({ length: FEW }, (_, index) => `lastro:${index * step * ROWS_PER_OPEN}`);
  const forget = 'UPDATE lastro.reconciliation_intents SET proposed_deposit = NULL WHERE proposed_deposit IS NOT NULL';
  await client.query(forget);
  const { rows } = await client.query<OpenRow>(
    `SELECT memo, amount_base_units::text AS amount, created_at FROM lastro.reconciliation_intents
      WHERE memo_hash IN (SELECT encode(sha256(convert_to(memo, 'UTF8')), 'hex') FROM unnest($1::text[]) AS memo)`,
    [memos],
  );
  return rows;
};

const openMatcher = async ({ say }: Bench, site: Site, open: number): Promise<Matcher> => {
  const stores = await openBenchStores(site);
  const adapters = await openBenchAdapters(site, stores);
  site.onLeave(adapters.close);
  const { databaseUrl } = stores;
  const client = new Client({ connectionString: superuserUrlOf(site.dataDir, databaseUrl) });
  await client.connect();
  site.onLeave(() => client.end());
  say(`  making ${open} open intents`);
  await fillTable(client, { table: 'reconciliation_intents', rows: unpaidIntents(open * ROWS_PER_OPEN) });
  const settings: ProjectSettings = { databaseUrl, projection: 'reconciliation' };
  const side: Side<object, null> = await startSide(site, 'project', settings);
  const proposals = async (): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM lastro.reconciliation_proposals',
    );
    return rows[0]!.count;
  };
  const rate = async (): Promise<number> => {
    const rows = await takeOpen(client, open);
    const deposits = rows.map(({ memo, amount, created_at }) =>
      finalDeposit({ memos: [memo], amountBaseUnits: amount, blockTime: created_at.toISOString() }),
    );
    await appendAll(adapters.ports.eventStore, deposits.map(finalStream));
    const before = await proposals();
    const startedMs = performance.now();
    await side.ask({});
    const seconds = (performance.now() - startedMs) / 1_000;
    const made = (await proposals()) - before;
    if (made !== FEW) throw new Error(`${made} proposals for ${FEW} deposits`);
    return made / seconds;
  };
  return { rate };
};

/** Proposals a second of the matcher among many open intents, to the same among 1,000. */
export const benchMatch = (bench: Bench): Promise<readonly Figure[]> =>
  onSite((fewSite) =>
    onSite(async (site) => {
      const few = await openMatcher(bench, fewSite, FEW);
      const many = await openMatcher(bench, site, bench.scale.openIntents);
      // The first round warms both.
      await few.rate();
      await many.rate();
      return [await alternate(bench, { name: 'match', unit: 'proposals/s', measured: many.rate, baseline: few.rate })];
    }),
  );
