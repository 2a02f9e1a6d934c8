import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import type { PartnerReader, PartnerScope, UserReader, UserScope } from '../../read-models/reader';
import { partnerReader, userReader } from '../../read-models/reader';
import type { Query } from '../../read-models/table';
import { namedStatements, type Statement } from './query';

/** Makes readers whose scope the database checks as well (design: security, section 1). */
export interface ScopedReaders {
  readonly partnerReader: (scope: PartnerScope) => PartnerReader;
  readonly userReader: (scope: UserScope) => UserReader;
}

/** Stands for every user of the partner in `app.user_id`; no user has it for an id. */
const EVERY_USER = '*';
const ID = /^[\w-]{1,64}$/;

/**
 * Readers over a pool with READER_LIMITS. Every query is a transaction of its own, read-only and under a role that sees
 * the scope's rows only; beginning, query and end are written at once, which makes one round trip.
 */
export const createScopedReaders = (pool: Pool): ScopedReaders => {
  const statement = namedStatements();
  const queryFor =
    (begin: string): Query =>
    async <R>(text: string, values: readonly unknown[]) =>
      (await readOnce(pool, begin, statement(text, values))) as unknown as readonly R[];
  return {
    partnerReader: (scope) => partnerReader(queryFor(beginFor(scope, EVERY_USER)), scope),
    userReader: (scope) => userReader(queryFor(beginFor(scope, idOf(scope.userId))), scope),
  };
};

/** Ids come from credentials that were found valid; one of another form is a bug, and must not reach the statement. */
const idOf = (id: string): string => {
  if (!ID.test(id)) throw new Error('a reader was asked for with an id that is none');
  return id;
};

/** `SET LOCAL` is `set_config(.., true)` without the planning of a SELECT, which costs a fifth of all reads. */
const beginFor = ({ partnerId, mode }: PartnerScope, user: string): string =>
  [
    'BEGIN READ ONLY',
    'SET LOCAL ROLE lastro_api',
    `SET LOCAL app.partner_id = ${escapeLiteral(idOf(partnerId))}`,
    `SET LOCAL app.mode = ${escapeLiteral(idOf(mode))}`,
    `SET LOCAL app.user_id = ${escapeLiteral(user)}`,
  ].join('; ');

/**
 * The three statements are on their way before the first answer comes. When the scope could not be set, whatever the
 * query answered is thrown away; after any failure so is the connection, whose state nobody has to reason about then.
 */
const readOnce = async (pool: Pool, begin: string, statement: Statement): Promise<readonly unknown[]> => {
  const client = await pool.connect();
  // Each statement rejects when the connection is lost; without a listener the event would end the process.
  client.on('error', ignore);
  const [scoped, read, ended] = await Promise.allSettled(writeAtOnce(client, begin, statement));
  const failed = [scoped, read, ended].find((answer) => answer.status === 'rejected');
  client.off('error', ignore);
  client.release(failed !== undefined);
  if (failed !== undefined) throw failed.reason;
  return read.status === 'fulfilled' ? read.value.rows : [];
};

const ignore = (): void => undefined;

const writeAtOnce = (client: PoolClient, begin: string, statement: Statement) => {
  const { stream } = client.connection;
  stream.cork();
  try {
    return [client.query(begin), client.query<object>(statement), client.query('COMMIT')] as const;
  } finally {
    stream.uncork();
  }
};
