import type { Pool } from 'pg';
import { pino } from 'pino';
import { migrate } from '../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../infra/postgres/pool';
import { startHousekeeping } from '../../../src/bin/running/housekeeping';
import { serviceMigrations } from '../../../src/bin/stores/prepared-database';
import { type TestDatabase, testDatabase } from '../../stores/postgres';

interface Line {
  readonly what?: string;
  readonly count?: number;
}

let database: TestDatabase;
let pool: Pool;

beforeEach(async () => {
  database = await testDatabase();
  pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  await migrate(pool, serviceMigrations());
});

afterEach(async () => {
  await pool.end();
  await database.drop();
});

/** Answers the first lines of the log that `isEnough`. */
const linesOf = async (isEnough: (lines: readonly Line[]) => boolean): Promise<readonly Line[]> => {
  const lines: Line[] = [];
  const enough = new Promise<void>((resolve) => {
    const write = (text: string): void => {
      lines.push(JSON.parse(text) as Line);
      if (isEnough(lines)) resolve();
    };
    const stop = startHousekeeping({ pool, batchPool: pool }, pino({ level: 'info' }, { write }));
    endings.push(stop);
  });
  await enough;
  for (const end of endings.splice(0)) await end();
  return lines;
};

const endings: (() => Promise<void>)[] = [];

test('removes the leftovers of killed processes at the start, and logs their count', async () => {
  await pool.query(`
    INSERT INTO lastro.work_leases (queue, key, leased_by, lease_until)
      SELECT 'queue', n::text, 'killed', now() - interval '1 h' FROM generate_series(1, 1200) AS n;
    CREATE SCHEMA lastro_shadow_deposits`);
  const lines = await linesOf((seen) => seen.length >= 2);
  expect(lines).toMatchObject([
    { what: 'leases of killed workers', count: 1_200 },
    { what: 'tables of killed rebuilds', count: 1 },
  ]);
});

test('removes everything else when one kind cannot be removed, and reports it', async () => {
  await pool.query('DROP TABLE lastro.work_leases; CREATE SCHEMA lastro_shadow_deposits');
  const lines = await linesOf((seen) => seen.length >= 2);
  expect(lines.map(({ what }) => what)).toEqual(['leases of killed workers', 'tables of killed rebuilds']);
});
