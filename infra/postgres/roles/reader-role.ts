import { createHmac, randomBytes } from 'node:crypto';
import { escapeIdentifier, escapeLiteral, type Pool } from 'pg';
import type { Logger } from '../../logger';
import { createPool, inTransaction, READER_LIMITS } from '../pool';
import { readerRoleOf } from './reader-role-name';
import { scramVerifier } from './scram';

export interface ReaderRoleOptions {
  /** The tables' owner, with BATCH_LIMITS: concurrent starts take turns. */
  readonly owner: Pool;
  readonly databaseUrl: string;
  /** When undefined, a role is created. */
  readonly readerUrl: string | undefined;
  /** Derives the role's password; equal in every process of the service. */
  readonly secret: Buffer;
  readonly isDemanded: boolean;
  readonly logger: Logger;
}

const SALT_BYTES = 16;
const LOCK = '125780104074610';
const INSUFFICIENT_PRIVILEGE = '42501';
/** Every refused login: password, host or authentication method. */
const REFUSED = /^28/;

/** The role is a member of `lastro_api` alone and owns nothing: no statement can bypass row-level security. */
export const readerDatabaseUrl = async (options: ReaderRoleOptions): Promise<string> => {
  if (options.readerUrl !== undefined) return checkedUrl(options.readerUrl, options.logger);
  try {
    return await checkedUrl(await madeUrl(options), options.logger);
  } catch (error) {
    const { code = '' } = error as { readonly code?: string };
    if (code !== INSUFFICIENT_PRIVILEGE && !REFUSED.test(code)) throw error;
    if (options.isDemanded) throw new Error(`READER_DATABASE_URL must be given: ${HELP}`, { cause: error });
    options.logger.warn(`requests read as the owner of the tables; set READER_DATABASE_URL: ${HELP}`);
    return options.databaseUrl;
  }
};

const HELP =
  'the user of DATABASE_URL may not make the role as which requests read, or that role may not log in; let an ' +
  "administrator run: CREATE ROLE lastro_reader LOGIN NOINHERIT PASSWORD '<a password>'; GRANT lastro_api TO lastro_reader;";

const madeUrl = async ({ owner, databaseUrl, secret }: ReaderRoleOptions): Promise<string> => {
  const { rows } = await owner.query<{ readonly name: string }>('SELECT current_database() AS name');
  const role = readerRoleOf(rows[0]?.name ?? '');
  const password = createHmac('sha256', secret).update(`reader role ${role}`).digest('hex');
  await makeRole(owner, role, password);
  return Object.assign(new URL(databaseUrl), { username: role, password }).href;
};

const makeRole = (owner: Pool, role: string, password: string): Promise<void> =>
  inTransaction(owner, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    const name = escapeIdentifier(role);
    if (rowCount === 0) await client.query(`CREATE ROLE ${name}`);
    const verifier = scramVerifier(password, randomBytes(SALT_BYTES));
    await client.query(`ALTER ROLE ${name} LOGIN NOINHERIT PASSWORD ${escapeLiteral(verifier)}`);
    await client.query(`GRANT lastro_api TO ${name}`);
  });

interface Standing {
  readonly name: string;
  readonly mighty: boolean;
  readonly reads: boolean;
  readonly others: boolean;
  readonly owns: boolean;
}

/** A database owner is a member of `pg_database_owner`, and so can become another role. */
const STANDING = `
  SELECT self.rolname AS name, self.rolsuper OR self.rolbypassrls OR self.rolcreaterole OR self.rolreplication AS mighty,
         pg_has_role(self.oid, 'lastro_api', 'MEMBER') AS reads,
         EXISTS (SELECT FROM pg_roles other WHERE other.rolname NOT IN (self.rolname, 'lastro_api')
                   AND pg_has_role(self.oid, other.oid, 'MEMBER')) AS others,
         EXISTS (SELECT FROM pg_class WHERE relowner = self.oid) AS owns
    FROM pg_roles self WHERE self.rolname = session_user`;

const problemOf = ({ mighty, reads, others, owns }: Standing): string | null => {
  if (mighty) return 'is above row-level security, may make roles or may replicate';
  if (!reads) return 'is no member of lastro_api';
  if (others) return 'can become another role than lastro_api';
  return owns ? 'owns tables' : null;
};

const checkedUrl = async (url: string, logger: Logger): Promise<string> => {
  const pool = createPool(url, logger, { ...READER_LIMITS, max: 1 });
  try {
    const { rows } = await pool.query<Standing>(STANDING);
    const [standing] = rows;
    const problem = standing === undefined ? 'is unknown' : problemOf(standing);
    if (problem !== null) throw new Error(`READER_DATABASE_URL: the role ${standing?.name} ${problem}`);
    return url;
  } finally {
    await pool.end();
  }
};
