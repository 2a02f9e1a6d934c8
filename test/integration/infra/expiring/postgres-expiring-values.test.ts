import type { Pool } from 'pg';
import { createPostgresExpiringValues } from '../../../../infra/expiring/postgres-expiring-values';
import { migrate, migrationFile } from '../../../../infra/postgres/migrate';
import { createPool } from '../../../../infra/postgres/pool';
import { silent } from '../../../http/world';
import { expiringValuesContract } from '../../../infra/expiring/expiring-values-contract';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

let database: TestDatabase;
let pools: readonly [Pool, Pool];

beforeAll(async () => {
  database = await testDatabase();
  pools = [createPool(database.url, silent), createPool(database.url, silent)];
  await migrate(pools[0], [
    migrationFile('infra/expiring/expiring-values.sql', true),
    migrationFile('infra/expiring/expiring-groups.sql', true),
  ]);
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

const expire = async (key: string): Promise<void> => {
  await pools[0].query('UPDATE lastro.expiring_values SET expires_at = clock_timestamp() WHERE key = $1', [key]);
};

describe('expiring values in Postgres', () => {
  expiringValuesContract(() => ({
    first: createPostgresExpiringValues(pools[0]),
    second: createPostgresExpiringValues(pools[1]),
    expire,
    secondsLeft: async (key) => {
      const { rows } = await pools[0].query<{ left: string }>(
        'SELECT extract(epoch FROM expires_at - clock_timestamp()) AS left FROM lastro.expiring_values WHERE key = $1',
        [key],
      );
      return Number(rows[0]?.left);
    },
  }));

  it('are removed after they have expired, and not before', async () => {
    const values = createPostgresExpiringValues(pools[0]);
    await pools[0].query('TRUNCATE lastro.expiring_values');
    await values.put('old', 'a', 300);
    await values.put('new', 'b', 300);
    await expire('old');
    expect(await values.removeExpired()).toBe(1);
    expect(await values.removeExpired()).toBe(0);
    expect(await values.read('new')).toBe('b');
  });

  it('survive the crash of a server, since their table is logged', async () => {
    const { rows } = await pools[0].query("SELECT relpersistence FROM pg_class WHERE relname = 'expiring_values'");
    expect(rows).toEqual([{ relpersistence: 'p' }]);
  });
});
