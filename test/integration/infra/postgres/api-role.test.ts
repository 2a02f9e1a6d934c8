import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { type Migration, migrate, readerRoles } from '../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../infra/postgres/pool';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

const silent = pino({ level: 'silent' });
let database: TestDatabase;
let admin: Pool;
/** Roles are the whole server's, so each test has names of its own. */
let names: { readonly role: string; readonly login: string };

beforeEach(async () => {
  database = await testDatabase();
  admin = createPool(database.superuserUrl, silent, BATCH_LIMITS);
  const suffix = randomBytes(6).toString('hex');
  names = { role: `test_api_${suffix}`, login: `test_login_${suffix}` };
  await admin.query(`CREATE ROLE ${names.login} LOGIN PASSWORD 'x'`);
  await admin.query(`GRANT CREATE ON DATABASE ${new URL(database.url).pathname.slice(1)} TO ${names.login}`);
});

afterEach(async () => {
  const { rows } = await admin.query<{ readonly name: string }>(
    'SELECT rolname AS name FROM pg_roles WHERE rolname = ANY($1)',
    [[names.role, names.login]],
  );
  for (const { name } of rows) await admin.query(`DROP OWNED BY ${name} CASCADE`);
  for (const { name } of rows) await admin.query(`DROP ROLE ${name}`);
  await admin.end();
  await database.drop();
});

const [migration] = readerRoles() as [Migration];

const start = async (): Promise<string> => {
  const url = Object.assign(new URL(database.url), { username: names.login, password: 'x' }).href;
  const pool = createPool(url, silent, BATCH_LIMITS);
  try {
    await migrate(pool, [{ ...migration, sql: migration.sql.replaceAll('lastro_api', names.role) }]);
    await pool.query(`BEGIN; SET LOCAL ROLE ${names.role}; COMMIT`);
    return 'started';
  } catch (error) {
    return (error as Error).message.replaceAll(names.role, 'lastro_api').replaceAll(names.login, 'us');
  } finally {
    await pool.end();
  }
};

const FAILED = 'the migration the role lastro_api failed:';

test('creates the role when the login may create roles, and finds it again', async () => {
  await admin.query(`ALTER ROLE ${names.login} CREATEROLE`);
  expect([await start(), await start()]).toEqual(['started', 'started']);
  const { rows } = await admin.query('SELECT rolcanlogin, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = $1', [
    names.role,
  ]);
  expect(rows).toEqual([{ rolcanlogin: false, rolsuper: false, rolbypassrls: false }]);
});

test('names the statement for an administrator without that right, and starts afterwards', async () => {
  expect(await start()).toBe(
    `${FAILED} the role lastro_api is missing and us may not create it; ` +
      'let an administrator run: CREATE ROLE lastro_api NOLOGIN; GRANT lastro_api TO us;',
  );
  await admin.query(`CREATE ROLE ${names.role} NOLOGIN`);
  expect(await start()).toBe(
    `${FAILED} us may not become lastro_api; let an administrator run: GRANT lastro_api TO us;`,
  );
  await admin.query(`GRANT ${names.role} TO ${names.login}`);
  expect(await start()).toBe('started');
});

test('refuses a role above row-level security', async () => {
  await admin.query(`CREATE ROLE ${names.role} NOLOGIN BYPASSRLS; GRANT ${names.role} TO ${names.login}`);
  expect(await start()).toBe(
    `${FAILED} the role lastro_api is above row-level security; ` +
      'let an administrator run: ALTER ROLE lastro_api NOSUPERUSER NOBYPASSRLS;',
  );
});
