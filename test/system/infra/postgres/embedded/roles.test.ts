import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../../infra/postgres/embedded/embedded';
import { SUPERUSER } from '../../../../../infra/postgres/embedded/initialise';
import { migrate } from '../../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../../infra/postgres/pool';
import { readerDatabaseUrl } from '../../../../../infra/postgres/roles/reader-role';
import { serviceMigrations } from '../../../../../src/bin/stores/prepared-database';
import { superuserUrlOf, temporaryDirectory, watchOver } from '../../../../stores/postgres-cluster';

const logger = pino({ level: 'silent' });
let dataDir: string;
let remove: () => Promise<void>;
let server: EmbeddedPostgres;

beforeAll(async () => {
  dataDir = temporaryDirectory();
  remove = watchOver(dataDir);
  server = await startEmbeddedPostgres({ dataDir, logger });
});

afterAll(async () => {
  await server.stop();
  await remove();
});

const ask = async <Row extends object>(url: string, text: string): Promise<readonly Row[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};

const migrated = async (url: string): Promise<readonly string[]> => {
  const pool = createPool(url, logger, BATCH_LIMITS);
  try {
    return await migrate(pool, serviceMigrations());
  } finally {
    await pool.end();
  }
};

const OWNERS = `
  SELECT DISTINCT rolname AS owner FROM (
    SELECT relowner AS owner, relnamespace AS schema FROM pg_class
    UNION ALL SELECT proowner, pronamespace FROM pg_proc
    UNION ALL SELECT typowner, typnamespace FROM pg_type
    UNION ALL SELECT nspowner, oid FROM pg_namespace) AS found
  JOIN pg_roles ON pg_roles.oid = owner JOIN pg_namespace ON pg_namespace.oid = schema
  WHERE nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('information_schema', 'public')`;

test('connects the service as an ordinary role that owns all its objects', async () => {
  expect(await migrated(server.url)).toContain('infra/vault/vault.sql');
  const [role] = await ask(
    server.url,
    `SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls FROM pg_roles
      WHERE rolname = session_user`,
  );
  expect(role).toEqual({
    rolname: 'lastro_owner',
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolbypassrls: false,
  });
  expect(await ask(server.url, OWNERS)).toEqual([{ owner: 'lastro_owner' }]);
});

test('reads requests as a role of the cluster, and keeps no session of the superuser open', async () => {
  const owner = createPool(server.url, logger, BATCH_LIMITS);
  const { readerUrl, url: databaseUrl } = server;
  const isDemanded = true;
  const options = { owner, databaseUrl, readerUrl, secret: Buffer.alloc(32), isDemanded, logger };
  expect(await readerDatabaseUrl(options)).toBe(readerUrl);
  await owner.end();
  const sessions = await ask(
    superuserUrlOf(dataDir, server.url),
    `SELECT usename FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
        AND usename = session_user`,
  );
  expect(sessions).toEqual([]);
});

test('gives each role its own password, which only the owner of the data directory reads', () => {
  const secrets = ['', 'owner-', 'reader-', 'ops-reader-'].map((role) =>
    path.join(dataDir, 'secrets', `postgres-${role}password`),
  );
  expect(new Set(secrets.map((file) => fs.readFileSync(file, 'utf8'))).size).toBe(4);
  expect(secrets.map((file) => fs.statSync(file).mode & 0o777)).toEqual([0o600, 0o600, 0o600, 0o600]);
});

const ATTEMPTS = [
  `SELECT set_config('role', '${SUPERUSER}', false)`,
  `SET ROLE ${SUPERUSER}`,
  `SET LOCAL ROLE ${SUPERUSER}`,
  `SET SESSION AUTHORIZATION ${SUPERUSER}`,
  `SELECT set_config('session_authorization', '${SUPERUSER}', false)`,
  'RESET ROLE; CREATE ROLE taken SUPERUSER LOGIN',
  'RESET ROLE; CREATE ROLE taken LOGIN',
  "SELECT set_config('role', 'none', false); ALTER ROLE CURRENT_USER SUPERUSER",
  'RESET ROLE; ALTER ROLE CURRENT_USER BYPASSRLS',
  `GRANT ${SUPERUSER} TO CURRENT_USER`,
  'GRANT pg_execute_server_program TO CURRENT_USER',
  "COPY (SELECT 1) TO PROGRAM 'true'",
  "SELECT pg_read_file('postgresql.conf')",
  "ALTER SYSTEM SET fsync = 'off'",
  'SELECT rolpassword FROM pg_authid',
  'CREATE DATABASE taken',
];

describe.each([
  ['owner', () => server.url],
  ['reader', () => server.readerUrl],
  ["reader of the operators' door", () => server.opsReaderUrl],
])('the %s', (_role, url) => {
  test.each(ATTEMPTS)('gets no more rights by: %s', async (attempt) => {
    await expect(ask(url(), attempt)).rejects.toMatchObject({ code: '42501' });
  });
});

test('switches the owner to the role of requests and back', async () => {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const seen: unknown[] = [];
  for (const step of [
    'SET ROLE lastro_api',
    'RESET ROLE',
    "SELECT set_config('role', 'lastro_api', false)",
    'SET ROLE NONE',
  ]) {
    await client.query(step);
    seen.push((await client.query<{ me: string }>('SELECT current_user::text AS me')).rows[0]?.me);
  }
  await client.end();
  expect(seen).toEqual(['lastro_api', 'lastro_owner', 'lastro_api', 'lastro_owner']);
});

test('accepts a changed password at the next start', async () => {
  await server.stop();
  fs.writeFileSync(path.join(dataDir, 'secrets', 'postgres-owner-password'), 'changed');
  server = await startEmbeddedPostgres({ dataDir, logger });
  expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
