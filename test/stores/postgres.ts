import { createHash, randomBytes } from 'node:crypto';
import { Client, Pool, type PoolConfig } from 'pg';
import { readerRoleOf } from '../../infra/postgres/roles/reader-role-name';

/** Names the server that tests use: given from outside, or set by test/global-setup.ts. */
export const SERVER_VARIABLE = 'LASTRO_TEST_POSTGRES_URL';
/** Names the database with the service's tables: set by test/global-setup.ts. */
export const TEMPLATE_VARIABLE = 'LASTRO_TEST_POSTGRES_TEMPLATE';

export interface TestDatabase {
  /** As its owner, who may make roles and is no superuser. */
  readonly url: string;
  /** The same database as superuser, for what a test does to the server itself. */
  readonly superuserUrl: string;
  /** Removes the database and its readers' role, whoever is still connected. */
  readonly drop: () => Promise<void>;
}

const OWNER = 'lastro_test_owner';

/** The same in every worker of a run. */
const ownerPassword = (): string => createHash('sha256').update(serverUrl()).digest('hex');

/** Any constant that nobody else of this server uses: "owner" in ASCII. */
const LOCK = '478560413042';

/** The server has a single owner for all databases; workers take turns. */
const ownerExists = (): string => `DO $$ BEGIN
  PERFORM pg_advisory_xact_lock(${LOCK});
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_api') THEN CREATE ROLE lastro_api NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_ops') THEN CREATE ROLE lastro_ops NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${OWNER}') THEN
    CREATE ROLE ${OWNER} LOGIN CREATEROLE PASSWORD '${ownerPassword()}';
    GRANT lastro_api, lastro_ops TO ${OWNER} WITH ADMIN OPTION;
  END IF;
END $$`;

/** A fresh, empty database on the run's PostgreSQL. */
export const testDatabase = (): Promise<TestDatabase> => ownedDatabase(randomName());

/** A fresh database with the service's tables, all empty. */
export const serviceDatabase = (): Promise<TestDatabase> =>
  ownedDatabase(randomName(), process.env[TEMPLATE_VARIABLE] ?? 'template0');

const randomName = (): string => `test_${randomBytes(8).toString('hex')}`;

export async function ownedDatabase(name: string, template = 'template0'): Promise<TestDatabase> {
  await onServer(ownerExists());
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY OWNER ${OWNER}`);
  const superuserUrl = Object.assign(new URL(serverUrl()), { pathname: `/${name}` }).href;
  const url = Object.assign(new URL(superuserUrl), { username: OWNER, password: ownerPassword() }).href;
  const drop = async () => {
    await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await onServer(`DROP ROLE IF EXISTS ${readerRoleOf(name)}, ${readerRoleOf(name, 'lastro_ops_reader')}`);
  };
  return { url, superuserUrl, drop };
}

/** Dropping its database may cut connections that are still closing, which fails no test. */
export const testPool = (options: PoolConfig): Pool => {
  const pool = new Pool(options);
  pool.on('error', () => undefined);
  return pool;
};

function serverUrl(): string {
  const url = process.env[SERVER_VARIABLE];
  if (url === undefined) throw new Error(`${SERVER_VARIABLE} is not set: jest's globalSetup has not run`);
  return url;
}

/** Runs one statement as superuser, on the run's PostgreSQL unless another is named. */
export async function onServer(statement: string, url = serverUrl()): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}
