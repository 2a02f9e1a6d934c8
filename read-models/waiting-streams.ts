import type { Query } from './table';

/** Steps that send or ask; a step that operators have ended is asked about and waits for nobody. */
const WAITING = `
  SELECT stream, since_at FROM lastro.payout_steps WHERE until_at IS NULL
  UNION ALL SELECT 'cashin-' || intent_id, since_at FROM lastro.cashin_steps
    WHERE step IN ('REQUEST', 'SEND', 'RESOLVE', 'DISPATCH', 'ASK')
  UNION ALL SELECT 'withdrawal-' || withdraw_id, since_at FROM lastro.redemption_steps WHERE step IN ('SEND', 'RESOLVE')`;

/** Streams of payments with a step that moves money and has waited since `before` (ISO 8601), the oldest first. */
export const listWaitingStreams = async (query: Query, before: string, limit: number): Promise<readonly string[]> => {
  const rows = await query<{ readonly stream: string }>(
    `SELECT stream FROM (${WAITING}) waiting WHERE since_at <= $1::timestamptz
      GROUP BY stream ORDER BY min(since_at), stream LIMIT $2`,
    [before, limit],
  );
  return rows.map(({ stream }) => stream);
};
