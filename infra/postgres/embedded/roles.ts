import { randomBytes } from 'node:crypto';
import { Client, escapeLiteral } from 'pg';
import { readerRoleOf } from '../roles/reader-role-name';
import { scramVerifier } from '../roles/scram';
import { SUPERUSER } from './initialise';

/** The service's database; an ordinary role owns everything in it. */
export const DATABASE = 'lastro';
export const OWNER = 'lastro_owner';
export const READER = readerRoleOf(DATABASE);
export const OPS_READER = readerRoleOf(DATABASE, 'lastro_ops_reader');

export interface Passwords {
  readonly superuser: string;
  readonly owner: string;
  readonly reader: string;
  readonly opsReader: string;
}

const PATIENCE_MS = 120_000;
const SALT_BYTES = 16;
const ORDINARY = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';

export const clusterUrl = (port: number, user: string, password: string, database = DATABASE): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

export async function prepareDatabase(port: number, passwords: Passwords): Promise<void> {
  const connectionString = clusterUrl(port, SUPERUSER, passwords.superuser, 'postgres');
  const client = new Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS });
  // An error event without a listener ends the process; the failing query rejects.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(rolesSql(passwords));
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== '28P01') throw error;
    throw new Error('the password of the database differs from secrets/postgres-password', { cause: error });
  } finally {
    await client.end();
  }
}

const rolesSql = ({ owner, reader, opsReader }: Passwords): string =>
  [
    roleSql('lastro_api', 'NOLOGIN'),
    roleSql('lastro_ops', 'NOLOGIN'),
    roleSql(OWNER, `${ORDINARY} ${passwordSql(owner)}`),
    roleSql(READER, `${ORDINARY} NOINHERIT ${passwordSql(reader)}`),
    roleSql(OPS_READER, `${ORDINARY} NOINHERIT ${passwordSql(opsReader)}`),
    `GRANT lastro_api TO ${OWNER}, ${READER}`,
    `GRANT lastro_ops TO ${OWNER}, ${OPS_READER}`,
  ].join(';\n');

const roleSql = (role: string, attributes: string): string =>
  `DO $$ BEGIN CREATE ROLE ${role}; EXCEPTION WHEN duplicate_object THEN NULL; END $$; ALTER ROLE ${role} ${attributes}`;

const passwordSql = (password: string): string =>
  `PASSWORD ${escapeLiteral(scramVerifier(password, randomBytes(SALT_BYTES)))}`;
