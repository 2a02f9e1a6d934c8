import type { Query } from '../table';

export type WaitingRow = {
  readonly stream: string;
  /** PAYOUT and the reason of its hold, REDEMPTION, DELIVERY and REFUND. */
  readonly steps: readonly string[];
  readonly since: string;
};

/** Without steps that operators have ended: they are checked, but nothing waits for them. */
const WAITING = `
  SELECT step.stream, concat_ws(' ', 'PAYOUT', CASE payout.status WHEN 'REQUESTED' THEN payout.deferral END) AS step, step.since_at
    FROM lastro.payout_steps step LEFT JOIN lastro.payouts payout USING (provider_key) WHERE step.until_at IS NULL
  UNION ALL SELECT 'withdrawal-' || withdraw_id, 'REDEMPTION', since_at FROM lastro.redemption_steps
    WHERE step IN ('SEND', 'RESOLVE')
  UNION ALL SELECT 'cashin-' || intent_id, CASE WHEN step IN ('DISPATCH', 'ASK') THEN 'REFUND' ELSE 'DELIVERY' END, since_at
    FROM lastro.cashin_steps WHERE step IN ('REQUEST', 'SEND', 'RESOLVE', 'DISPATCH', 'ASK')`;

/** Payments with a step that moves money and has waited since `before` (ISO 8601), the oldest first. */
export const listWaiting = (query: Query, before: string, limit: number): Promise<readonly WaitingRow[]> =>
  query<WaitingRow>(
    `SELECT stream, array_agg(DISTINCT step) AS steps, min(since_at) AS since FROM (${WAITING}) waiting
      WHERE since_at <= $1::timestamptz GROUP BY stream ORDER BY min(since_at), stream LIMIT $2`,
    [before, limit],
  );
