import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { readerRoleOf } from '../../infra/postgres/reader-role';

/** Names the server that tests use: given from outside, or set by test/global-setup.ts. */
export const SERVER_VARIABLE = 'LASTRO_TEST_POSTGRES_URL';

export interface TestDatabase {
  readonly url: string;
  /** Removes the database and its readers' role, whoever is still connected. */
  readonly drop: () => Promise<void>;
}

/** A fresh, empty database on the run's PostgreSQL. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  const drop = async () => {
    await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await onServer(`DROP ROLE IF EXISTS ${readerRoleOf(name)}`);
  };
  return { url: url.href, drop };
}

function serverUrl(): string {
  const url = process.env[SERVER_VARIABLE];
  if (url === undefined) throw new Error(`${SERVER_VARIABLE} is not set: jest's globalSetup has not run`);
  return url;
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl(), connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
