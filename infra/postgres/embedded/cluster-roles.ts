import { randomBytes } from 'node:crypto';
import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { readerRoleOf } from '../reader-role-name';
import { scramVerifier } from '../scram';

/** The service's database; an ordinary role owns everything in it. */
export const DATABASE = 'lastro';
export const OWNER = 'lastro_owner';
export const READER = readerRoleOf(DATABASE);

export interface RolePasswords {
  readonly owner: string;
  readonly reader: string;
}

const SALT_BYTES = 16;
const ORDINARY = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';

/** Creates the service's roles and their memberships, which takes a superuser. Repeatable. */
export const makeRoles = async (superuser: Client, passwords: RolePasswords): Promise<void> => {
  await ensureRole(superuser, 'lastro_api', 'NOLOGIN');
  await ensureRole(superuser, OWNER, `${ORDINARY} ${passwordClause(passwords.owner)}`);
  await ensureRole(superuser, READER, `${ORDINARY} NOINHERIT ${passwordClause(passwords.reader)}`);
  await superuser.query(`GRANT lastro_api TO ${OWNER}, ${READER}`);
};

const passwordClause = (password: string): string =>
  `PASSWORD ${escapeLiteral(scramVerifier(password, randomBytes(SALT_BYTES)))}`;

const ensureRole = async (superuser: Client, role: string, attributes: string): Promise<void> => {
  const { rowCount } = await superuser.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  await superuser.query(`${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${escapeIdentifier(role)} ${attributes}`);
};

export const makeDatabase = async (superuser: Client): Promise<void> => {
  const { rowCount } = await superuser.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  await superuser.query(
    rowCount === 0 ? `CREATE DATABASE ${DATABASE} OWNER ${OWNER}` : `ALTER DATABASE ${DATABASE} OWNER TO ${OWNER}`,
  );
};

/** Objects of our schemas owned by the superuser, as versions that connected as superuser left them. */
const OURS = "owner = to_regrole(current_user) AND schema NOT LIKE 'pg\\_%' AND schema <> 'information_schema'";

/** A column's own sequence moves with its table. */
const HAND_OVER = `
  SELECT format('ALTER %s %s OWNER TO ${OWNER}', kind, object) AS statement FROM (
    SELECT 'SCHEMA' AS kind, quote_ident(nspname) AS object, nspname::text AS schema, nspowner AS owner
      FROM pg_namespace
    UNION ALL
    SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
           class.oid::regclass::text, relnamespace::regnamespace::text, relowner
      FROM pg_class class
     WHERE relkind IN ('r', 'p', 'v', 'm', 'S')
       AND NOT (relkind = 'S' AND EXISTS (
             SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = class.oid AND deptype IN ('a', 'i')))
    UNION ALL
    SELECT 'ROUTINE', oid::regprocedure::text, pronamespace::regnamespace::text, proowner FROM pg_proc
    UNION ALL
    SELECT 'TYPE', oid::regtype::text, typnamespace::regnamespace::text, typowner
      FROM pg_type WHERE typtype IN ('d', 'e')
  ) AS found WHERE ${OURS}`;

/** Gives everything that the superuser owns in the service's database to the owner, all or nothing. */
export const handOverObjects = async (superuser: Client): Promise<number> => {
  await superuser.query('BEGIN');
  const { rows } = await superuser.query<{ statement: string }>(HAND_OVER);
  for (const { statement } of rows) await superuser.query(statement);
  await superuser.query('COMMIT');
  return rows.length;
};
