import { createHmac, randomBytes } from 'node:crypto';
import { escapeIdentifier, escapeLiteral, type Pool } from 'pg';
import type { Logger } from '../../logger';
import { createPool, inTransaction, READER_LIMITS } from '../pool';
import { type ReaderLogin, readerRoleOf } from './reader-role-name';
import { scramVerifier } from './scram';

/** The login of a reader, and the group that has its rights. */
export interface ReaderKind {
  readonly login: ReaderLogin;
  readonly group: 'lastro_api' | 'lastro_ops';
  readonly variable: 'READER_DATABASE_URL' | 'OPS_READER_DATABASE_URL';
  readonly reads: string;
}

export const PARTNERS_READER: ReaderKind = {
  ...{ login: 'lastro_reader', group: 'lastro_api', variable: 'READER_DATABASE_URL' },
  reads: 'requests read',
};

export const OPERATORS_READER: ReaderKind = {
  ...{ login: 'lastro_ops_reader', group: 'lastro_ops', variable: 'OPS_READER_DATABASE_URL' },
  reads: "the operators' door reads",
};

export interface ReaderRoleOptions {
  /** Absent: that of partners' requests. */
  readonly kind?: ReaderKind;
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

/** The role is a member of its group alone and owns nothing: no statement can bypass row-level security. */
export const readerDatabaseUrl = async (options: ReaderRoleOptions): Promise<string> => {
  const { kind = PARTNERS_READER } = options;
  if (options.readerUrl !== undefined) return checkedUrl(kind, options.readerUrl, options.logger);
  try {
    return await checkedUrl(kind, await madeUrl(kind, options), options.logger);
  } catch (error) {
    const { code = '' } = error as { readonly code?: string };
    if (code !== INSUFFICIENT_PRIVILEGE && !REFUSED.test(code)) throw error;
    if (options.isDemanded) throw new Error(`${kind.variable} must be given: ${helpOf(kind)}`, { cause: error });
    options.logger.warn(`${kind.reads} as the owner of the tables; set ${kind.variable}: ${helpOf(kind)}`);
    return options.databaseUrl;
  }
};

const helpOf = ({ login, group, reads }: ReaderKind): string =>
  `the user of DATABASE_URL may not make the role as which ${reads}, or that role may not log in; let an ` +
  `administrator run: CREATE ROLE ${login} LOGIN NOINHERIT PASSWORD '<a password>'; GRANT ${group} TO ${login};`;

const madeUrl = async (
  { login, group }: ReaderKind,
  { owner, databaseUrl, secret }: ReaderRoleOptions,
): Promise<string> => {
  const { rows } = await owner.query<{ readonly name: string }>('SELECT current_database() AS name');
  const role = readerRoleOf(rows[0]?.name ?? '', login);
  const password = createHmac('sha256', secret).update(`reader role ${role}`).digest('hex');
  await makeRole(owner, { role, group, password });
  return Object.assign(new URL(databaseUrl), { username: role, password }).href;
};

interface MadeRole {
  readonly role: string;
  readonly group: string;
  readonly password: string;
}

const makeRole = (owner: Pool, { role, group, password }: MadeRole): Promise<void> =>
  inTransaction(owner, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    const name = escapeIdentifier(role);
    if (rowCount === 0) await client.query(`CREATE ROLE ${name}`);
    const verifier = scramVerifier(password, randomBytes(SALT_BYTES));
    await client.query(`ALTER ROLE ${name} LOGIN NOINHERIT PASSWORD ${escapeLiteral(verifier)}`);
    await client.query(`GRANT ${group} TO ${name}`);
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
         pg_has_role(self.oid, $1, 'MEMBER') AS reads,
         EXISTS (SELECT FROM pg_roles other WHERE other.rolname NOT IN (self.rolname, $1)
                   AND pg_has_role(self.oid, other.oid, 'MEMBER')) AS others,
         EXISTS (SELECT FROM pg_class WHERE relowner = self.oid) AS owns
    FROM pg_roles self WHERE self.rolname = session_user`;

const problemOf = (group: string, { mighty, reads, others, owns }: Standing): string | null => {
  if (mighty) return 'can bypass row-level security, create roles or replicate';
  if (!reads) return `is not a member of ${group}`;
  if (others) return `can switch to a role other than ${group}`;
  return owns ? 'owns tables' : null;
};

const checkedUrl = async ({ group, variable }: ReaderKind, url: string, logger: Logger): Promise<string> => {
  const pool = createPool(url, logger, { ...READER_LIMITS, max: 1 });
  try {
    const { rows } = await pool.query<Standing>(STANDING, [group]);
    const [standing] = rows;
    const problem = standing === undefined ? 'is unknown' : problemOf(group, standing);
    if (problem !== null) throw new Error(`${variable}: the role ${standing?.name} ${problem}`);
    return url;
  } finally {
    await pool.end();
  }
};
