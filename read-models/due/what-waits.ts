import type { Query } from '../table';

export interface WaitingIntent {
  readonly intentId: string;
  readonly network: string;
  readonly memo: string;
  readonly userId: string;
  readonly partnerId: string;
  readonly depositId: string | null;
  readonly providerKeys: readonly string[];
}

interface ParkedRow {
  readonly projection: string;
  readonly stream: string;
  readonly fromRevision: number;
  readonly since: string;
  readonly error: string;
}

interface FailingRow {
  readonly queue: string;
  readonly failures: number;
  readonly error: string;
  readonly nextAt: string;
}

interface AskingRow {
  readonly times: number;
  readonly nextAt: string;
}

interface OpenDepositRow {
  readonly depositId: string;
  readonly status: 'OBSERVED' | 'FINALISED' | 'CLAIMED';
  readonly since: string;
}

interface UnreadRow {
  readonly txid: string;
  readonly since: string;
  readonly tries: number;
  readonly reason: string;
  readonly namesMemo: boolean;
  readonly givenUpAt: string | null;
}

interface GivenUpRow {
  readonly depositId: string;
}

interface LooksRow {
  readonly lookedAt: string | null;
  readonly questions: { readonly finality?: string; readonly gap?: string; readonly receiver?: string };
}

const MOST = 20;

export const readWhatWaits = (query: Query) => async (waiting: WaitingIntent) => {
  const [parked, failing, asking, openDeposits, unread, givenUp, network] = await Promise.all([
    parkedOf(query, waiting),
    failingOf(query, waiting),
    askingOf(query, waiting),
    openDepositsOf(query, waiting),
    unreadOf(query, waiting),
    givenUpOf(query, waiting),
    looksOf(query, waiting),
  ]);
  return { parked, failing, asking, openDeposits, unread, givenUp, network };
};

/** Parked streams that the intent depends on; before a deposit is accepted, every deposit of the network. */
const parkedOf = (query: Query, waiting: WaitingIntent): Promise<readonly ParkedRow[]> => {
  const { intentId, network, userId, partnerId, depositId } = waiting;
  const deposits = depositId === null ? `deposit-${network}:` : `deposit-${depositId}`;
  const streams = [`cashout-${intentId}`, `user-${userId}`, `partner-${partnerId}`, `watcher-${network}`];
  return query<ParkedRow>(
    `SELECT projection, stream, from_revision AS "fromRevision", parked_at AS since, error FROM lastro.parked_streams
      WHERE stream = ANY($1::text[]) OR starts_with(stream, $2)
      ORDER BY stream = $3 DESC, parked_at, projection, stream LIMIT ${MOST}`,
    [streams, deposits, `cashout-${intentId}`],
  );
};

/** An item's key is an intent, deposit, stream or provider key, or a stream and more after a space. */
const failingOf = (query: Query, waiting: WaitingIntent): Promise<readonly FailingRow[]> => {
  const { intentId, depositId, providerKeys } = waiting;
  const stream = `cashout-${intentId}`;
  const keys = [intentId, stream, ...providerKeys, ...(depositId === null ? [] : [depositId])];
  return query<FailingRow>(
    `SELECT queue, attempts AS failures, coalesce(last_error, '') AS error, next_at AS "nextAt" FROM lastro.work_leases
      WHERE attempts > 0 AND (key = ANY($1::text[]) OR starts_with(key, $2)
        OR key IN (SELECT deposit_id FROM lastro.deposits WHERE network = $3 AND memos @> jsonb_build_array($4::text)))
      ORDER BY queue, next_at LIMIT ${MOST}`,
    [keys, `${stream} `, waiting.network, waiting.memo],
  );
};

/** Questions about the last attempt; its lease lasts until its outcome is known. */
const askingOf = async (query: Query, { intentId, providerKeys }: WaitingIntent): Promise<AskingRow | null> => {
  const key = providerKeys.at(-1) ?? '';
  const rows = await query<AskingRow>(
    `SELECT claims::int AS times, next_at AS "nextAt" FROM lastro.work_leases
      WHERE queue = 'resolve-payout' AND key = ANY($1::text[])`,
    [[key, `cashout-${intentId} ${key}`]],
  );
  return rows[0] ?? null;
};

const unreadOf = (query: Query, { network, memo }: WaitingIntent): Promise<readonly UnreadRow[]> =>
  query<UnreadRow>(
    `SELECT txid, since, tries, reason, memos <> 'null'::jsonb AS "namesMemo", given_up_at AS "givenUpAt"
       FROM lastro.unread_transactions
      WHERE network = $1 AND (memos = 'null'::jsonb OR memos @> jsonb_build_array($2::text)) ORDER BY given_up_at IS NOT NULL, since, txid LIMIT ${MOST}`,
    [network, memo],
  );

/** Deposits with the intent's memo, or accepted for the intent. */
const givenUpOf = (query: Query, { network, memo, depositId }: WaitingIntent): Promise<readonly GivenUpRow[]> =>
  query<GivenUpRow>(
    `SELECT d.deposit_id AS "depositId" FROM lastro.watch_cursors c
       CROSS JOIN LATERAL jsonb_array_elements_text(coalesce(c.questions->'givenUp', '[]')) AS given (deposit_id)
       JOIN lastro.deposits d ON d.deposit_id = given.deposit_id
      WHERE c.network = $1 AND (d.memos @> jsonb_build_array($2::text) OR d.deposit_id = $3)
      ORDER BY d.deposit_id LIMIT ${MOST}`,
    [network, memo, depositId],
  );

const openDepositsOf = (query: Query, { network, memo }: WaitingIntent): Promise<readonly OpenDepositRow[]> =>
  query<OpenDepositRow>(
    `SELECT deposit_id AS "depositId", status, updated_at AS since FROM lastro.deposits
      WHERE network = $1 AND memos @> jsonb_build_array($2::text) AND status IN ('OBSERVED', 'FINALISED', 'CLAIMED')
      ORDER BY block_number, deposit_id LIMIT ${MOST}`,
    [network, memo],
  );

const looksOf = async (query: Query, { network }: WaitingIntent): Promise<LooksRow | null> => {
  const text = 'SELECT looked_at AS "lookedAt", questions FROM lastro.watch_cursors WHERE network = $1';
  const [row] = await query<LooksRow>(text, [network]);
  return row ?? null;
};
