import type { Pool } from 'pg';
import { pino } from 'pino';
import { migrationFolder } from '../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../infra/postgres/pool';
import { createQuery } from '../../infra/postgres/query';
import type { Query } from '../../read-models/table';
import type { GivenRow } from '../given';
import { serviceDatabase } from './postgres';

interface StoredRows {
  readonly query: Query;
  readonly store: (...rows: readonly GivenRow[]) => Promise<void>;
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const insert = (pool: Pool, { table, row }: GivenRow): Promise<unknown> =>
  pool.query(
    `INSERT INTO lastro.${table.name} SELECT * FROM json_populate_record(NULL::lastro.${table.name}, $1::json)`,
    [JSON.stringify(row)],
  );

/** Tables that queries of read models join, and that no projection owns. */
const OPERATIONAL = [
  'watch_cursors',
  'unread_transactions',
  'named_checkpoints',
  'parked_streams',
  'parked_events',
  'denials',
  'feed_places',
  'callbacks',
];

/** The read models' own tables in a database of the suite; each test begins with empty ones. */
export const readModels = (): Omit<StoredRows, 'close'> => {
  let models: StoredRows;
  beforeAll(async () => {
    models = await openReadModels();
  });
  afterEach(() => models.clear());
  afterAll(() => models.close());
  return {
    query: (...asked) => models.query(...asked),
    store: (...rows) => models.store(...rows),
    clear: () => models.clear(),
  };
};

const openReadModels = async (): Promise<StoredRows> => {
  const database = await serviceDatabase();
  const pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  const own = migrationFolder('read-models').map(({ name }) => name.replace(/^.*\/|\.sql$/g, '').replaceAll('-', '_'));
  return {
    query: createQuery(pool),
    store: async (...rows) => {
      await Promise.all(rows.map((row) => insert(pool, row)));
    },
    clear: async () => {
      await pool.query(`TRUNCATE ${[...own, ...OPERATIONAL].map((name) => `lastro.${name}`).join(', ')}`);
    },
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
};
