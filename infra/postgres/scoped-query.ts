import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import type { PartnerReader, PartnerScope, UserReader, UserScope } from '../../read-models/reader';
import { partnerReader, userReader } from '../../read-models/reader';
import type { Query } from '../../read-models/table';
import { namedStatements, type Statement } from './query';

export interface ScopedReaders {
  readonly partnerReader: (scope: PartnerScope) => PartnerReader;
  readonly userReader: (scope: UserScope) => UserReader;
}

/** `app.user_id` for every user of the partner; never a user's id. */
const EVERY_USER = '*';
const ID = /^[\w-]{1,64}$/;

/** A read-only transaction in one round trip; its role sees only the scope's rows. The pool needs READER_LIMITS. */
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

/** A read-only transaction; its role sees the rows of every partner. The pool needs OPS_READER_LIMITS. */
export const createOperatorsQuery = (pool: Pool): Query => {
  const statement = namedStatements();
  return async <R>(text: string, values: readonly unknown[]) =>
    (await readOnce(pool, AS_OPERATORS, statement(text, values))) as unknown as readonly R[];
};

const AS_OPERATORS = 'BEGIN READ ONLY; SET LOCAL ROLE lastro_ops';

/** Ids come from validated credentials; any other form is a bug and must not reach the statement. */
const idOf = (id: string): string => {
  if (!ID.test(id)) throw new Error('a reader was requested with a malformed id');
  return id;
};

/** `set_config(.., true)` would be planned as a SELECT, a fifth of the cost of all reads. */
const beginFor = ({ partnerId, mode }: PartnerScope, user: string): string =>
  [
    'BEGIN READ ONLY',
    'SET LOCAL ROLE lastro_api',
    `SET LOCAL app.partner_id = ${escapeLiteral(idOf(partnerId))}`,
    `SET LOCAL app.mode = ${escapeLiteral(idOf(mode))}`,
    `SET LOCAL app.user_id = ${escapeLiteral(user)}`,
  ].join('; ');

/** Sends all three before the first answer. After any failure, rows and connection are discarded. */
const readOnce = async (pool: Pool, begin: string, statement: Statement): Promise<readonly unknown[]> => {
  const client = await pool.connect();
  // Without a listener a lost connection would end the process; each statement rejects anyway.
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
