import { randomBytes } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { pino } from 'pino';
import { createPool, READER_LIMITS } from '../../../../../infra/postgres/pool';
import {
  OPERATORS_READER,
  type ReaderRoleOptions,
  readerDatabaseUrl,
} from '../../../../../infra/postgres/roles/reader-role';
import { createOperatorsQuery, createScopedReaders } from '../../../../../infra/postgres/scoped-query';
import { openTenants, type Tenants } from '../tenants';

const logger = pino({ level: 'silent' });
let tenants: Tenants;
let options: ReaderRoleOptions;
let url: string;

beforeAll(async () => {
  tenants = await openTenants();
  const secret = randomBytes(32);
  options = { owner: tenants.pool, databaseUrl: tenants.url, readerUrl: undefined, secret, isDemanded: true, logger };
  url = await readerDatabaseUrl(options);
});
afterAll(() => tenants.close());

const seenBy = async (pool: Pool, partnerId: string): Promise<readonly string[]> => {
  const reader = createScopedReaders(pool).partnerReader({ partnerId, mode: 'sandbox' });
  const rows = await reader.query<{ readonly user_id: string }>('SELECT user_id FROM lastro.users', []);
  return rows.map(({ user_id }) => user_id).sort();
};

test('readers log in as a role of their own, and see the rows of their scope', async () => {
  const pool = createPool(url, logger, READER_LIMITS);
  expect(await seenBy(pool, tenants.p)).toEqual(['p-first', 'p-second']);
  expect(await seenBy(pool, tenants.q)).toEqual(['q-first']);
  await pool.end();
  expect(new URL(url).username).not.toBe(new URL(tenants.url).username);
});

test('processes agree about the role and its password when they start together or again', async () => {
  expect(await Promise.all([1, 2, 3].map(() => readerDatabaseUrl(options)))).toEqual([url, url, url]);
});

/** As a reader's session is in the middle of a query, and before it. */
const BEGINNINGS = { 'within a scope': 'BEGIN; SET LOCAL ROLE lastro_api', 'before any scope': 'BEGIN' };
const READ = 'SELECT user_id FROM lastro.users';

/** Each would show every row, or make the next statement do so. OWNER stands for the owner of the tables. */
const ATTEMPTS = [
  `SELECT set_config('role', 'OWNER', true); ${READ}`,
  `SELECT set_config('role', 'OWNER', false); ${READ}`,
  `SET ROLE OWNER; ${READ}`,
  `SET LOCAL ROLE OWNER; ${READ}`,
  `SET SESSION AUTHORIZATION OWNER; ${READ}`,
  `SELECT set_config('session_authorization', 'OWNER', true); ${READ}`,
  `SET LOCAL row_security = off; SET LOCAL ROLE lastro_api; ${READ}`,
  'SELECT * FROM lastro.partner_secrets',
  `RESET ROLE; ${READ}`,
  `SELECT set_config('role', 'none', true); ${READ}`,
  `RESET SESSION AUTHORIZATION; ${READ}`,
  'RESET ROLE; CREATE ROLE lastro_taken SUPERUSER LOGIN',
  'RESET ROLE; ALTER ROLE CURRENT_USER SUPERUSER',
  'RESET ROLE; ALTER ROLE CURRENT_USER BYPASSRLS',
  'RESET ROLE; GRANT OWNER TO CURRENT_USER',
  'RESET ROLE; GRANT pg_read_all_data TO CURRENT_USER',
  'RESET ROLE; ALTER TABLE lastro.users DISABLE ROW LEVEL SECURITY',
  'RESET ROLE; DROP POLICY tenant ON lastro.users',
  "RESET ROLE; COPY (SELECT 1) TO PROGRAM 'true'",
  'RESET ROLE; CREATE TABLE lastro.mine ()',
];

describe.each(Object.entries(BEGINNINGS))('from a session %s', (_name, beginning) => {
  test.each(ATTEMPTS)('%s does not give a session more rights', async (attempt) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const owner = new URL(tenants.url).username;
      await client.query(beginning);
      await expect(client.query(attempt.replaceAll('OWNER', owner))).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
  });
});

/** A database owner who may make roles is still no superuser, and no member of roles that others made. */
const OWNERS_ATTEMPTS = [
  "SELECT set_config('role', 'SUPERUSER_NAME', false)",
  'SET ROLE SUPERUSER_NAME',
  'SET SESSION AUTHORIZATION SUPERUSER_NAME',
  'RESET ROLE; CREATE ROLE lastro_taken SUPERUSER',
  'RESET ROLE; ALTER ROLE CURRENT_USER SUPERUSER',
  'RESET ROLE; ALTER ROLE CURRENT_USER BYPASSRLS',
  'RESET ROLE; GRANT SUPERUSER_NAME TO CURRENT_USER',
  'RESET ROLE; GRANT pg_read_server_files TO CURRENT_USER',
  "RESET ROLE; COPY (SELECT 1) TO PROGRAM 'true'",
];

test.each(OWNERS_ATTEMPTS)('the owner gets no more rights by: %s', async (attempt) => {
  const superuser = (await tenants.admin.query<{ name: string }>('SELECT session_user::text AS name')).rows[0]!.name;
  const refused = tenants.pool.query(attempt.replaceAll('SUPERUSER_NAME', superuser));
  await expect(refused).rejects.toMatchObject({ code: '42501' });
});

describe('a given role', () => {
  const refusalOf = (readerUrl: string): Promise<string> =>
    readerDatabaseUrl({ ...options, readerUrl }).then(
      () => 'taken',
      (error: unknown) => (error as Error).message.replace(/the role \S+ /, ''),
    );

  test('is refused without the membership in lastro_api', async () => {
    const { name, url: given } = await tenants.login();
    expect(await refusalOf(given)).toBe('READER_DATABASE_URL: is not a member of lastro_api');
    await tenants.admin.query(`GRANT lastro_api TO ${name}`);
    expect(await refusalOf(given)).toBe('taken');
  });

  test.each(['SUPERUSER', 'BYPASSRLS', 'CREATEROLE', 'REPLICATION'])('is refused when it has %s', async (power) => {
    const { name, url: given } = await tenants.login();
    await tenants.admin.query(`GRANT lastro_api TO ${name}; ALTER ROLE ${name} ${power}`);
    expect(await refusalOf(given)).toMatch(/can bypass row-level security, create roles or replicate$/);
  });

  test('is refused when it can become another role or owns a table', async () => {
    const { name, url: given } = await tenants.login();
    await tenants.admin.query(`GRANT lastro_api TO ${name}; GRANT pg_read_all_data TO ${name}`);
    expect(await refusalOf(given)).toMatch(/can switch to a role other than lastro_api$/);
    await tenants.admin.query(`REVOKE pg_read_all_data FROM ${name}; CREATE TABLE owned ();
      ALTER TABLE owned OWNER TO ${name}`);
    expect(await refusalOf(given)).toMatch(/owns tables$/);
  });
});

describe("the reader of the operators' door", () => {
  const made = (readerUrl?: string): Promise<string> =>
    readerDatabaseUrl({ ...options, kind: OPERATORS_READER, readerUrl });

  test('has a login of its own, and sees the rows of every partner', async () => {
    const ofOperators = await made();
    expect(new URL(ofOperators).username).toMatch(/^lastro_ops_reader_/);
    const pool = createPool(ofOperators, logger, READER_LIMITS);
    const rows = await createOperatorsQuery(pool)<{ readonly user_id: string }>(READ, []);
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual(['p-first', 'p-live', 'p-second', 'q-first']);
    await expect(createOperatorsQuery(pool)('DELETE FROM lastro.users', [])).rejects.toMatchObject({ code: '25006' });
    await expect(createOperatorsQuery(pool)('SELECT * FROM lastro.partner_secrets', [])).rejects.toMatchObject({
      code: '42501',
    });
    await pool.end();
  });

  test('has no right of the partners’ reader, and gives this reader none', async () => {
    for (const [login, role] of [
      [url, 'lastro_ops'],
      [await made(), 'lastro_api'],
    ] as const) {
      const client = new Client({ connectionString: login });
      await client.connect();
      await expect(client.query(`SET ROLE ${role}`)).rejects.toMatchObject({ code: '42501' });
      await client.end();
    }
    const both = await tenants.login();
    await tenants.admin.query(`GRANT lastro_api, lastro_ops TO ${both.name}`);
    const refused = (given: Promise<string>) => given.catch((error: unknown) => (error as Error).message);
    expect(await refused(made(both.url))).toMatch(/^OPS_READER_DATABASE_URL: .* a role other than lastro_ops$/);
    expect(await refused(readerDatabaseUrl({ ...options, readerUrl: both.url }))).toMatch(
      /^READER_DATABASE_URL: .* a role other than lastro_api$/,
    );
  });
});

describe('an owner that may not create roles', () => {
  const asOwner = async (isDemanded: boolean): Promise<string> => {
    const { url: databaseUrl } = await tenants.login();
    const owner = createPool(databaseUrl, logger);
    const said: string[] = [];
    const heard = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
    try {
      const answer = await readerDatabaseUrl({ ...options, owner, databaseUrl, isDemanded, logger: heard });
      return `${answer === databaseUrl ? 'the owner' : 'another'}: ${said.join()}`;
    } catch (error) {
      return (error as Error).message;
    } finally {
      await owner.end();
    }
  };

  test('requires READER_DATABASE_URL in production, with the statements for an administrator', async () => {
    expect(await asOwner(true)).toMatch(
      /^READER_DATABASE_URL must be given: .*CREATE ROLE lastro_reader LOGIN NOINHERIT PASSWORD '.*'; GRANT lastro_api TO lastro_reader;$/,
    );
  });

  test('reads as itself in development, with a warning', async () => {
    expect(await asOwner(false)).toMatch(/^the owner: .*requests read as the owner.*set READER_DATABASE_URL/);
  });
});
