import { inOwnTransaction } from '../../../../infra/postgres/own-transaction';
import { silent } from '../../../infra/projections/fixture';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const options = () => ({ databaseUrl: database.url, logger: silent });

const isThere = (table: string): Promise<boolean> =>
  inOwnTransaction(options(), async (client) => {
    const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [table]);
    return rows[0]?.exists === true;
  });

describe('a transaction of a move', () => {
  test('is committed once its work is done', async () => {
    await inOwnTransaction(options(), (client) => client.query('CREATE TABLE done ()'));
    expect(await isThere('done')).toBe(true);
  });

  test('changes nothing when its work fails or its connection is lost', async () => {
    const failing = inOwnTransaction(options(), async (client) => {
      await client.query('CREATE TABLE failed ()');
      throw new Error('no more places');
    });
    await expect(failing).rejects.toThrow('no more places');
    const losing = inOwnTransaction(options(), async (client) => {
      await client.query('CREATE TABLE lost ()');
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(losing).rejects.toThrow();
    expect([await isThere('failed'), await isThere('lost')]).toEqual([false, false]);
  });

  test('waits for the disk without a time limit, against the database’s own settings', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await inOwnTransaction(options(), (client) =>
      client.query(`ALTER DATABASE ${name} SET synchronous_commit = off; ALTER DATABASE ${name} SET statement_timeout = 900;
        ALTER DATABASE ${name} SET idle_in_transaction_session_timeout = 900`),
    );
    const said = await inOwnTransaction(options(), async (client) => {
      const { rows } = await client.query<{ name: string; setting: string }>(
        `SELECT name, setting FROM pg_settings WHERE name = ANY($1) ORDER BY name`,
        [['idle_in_transaction_session_timeout', 'statement_timeout', 'synchronous_commit']],
      );
      return rows.map(({ setting }) => setting);
    });
    expect(said).toEqual(['0', '0', 'on']);
  });
});
