import type { Mode } from '../mode';
import type { Query, Table } from '../table';

export type PayoutRow = {
  readonly provider_key: string;
  readonly stream: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly attempt: number;
  readonly amount_cents: string;
  readonly status: 'REQUESTED' | 'DISPATCHED' | 'UNKNOWN' | 'REJECTED' | 'SETTLED' | 'RETURNED' | 'RETURN_RESOLVED';
  readonly provider: string | null;
  readonly code: string | null;
  /** Why the payout is not sent yet; null: no reason. */
  readonly deferral: string | null;
  readonly deferred_since: string | null;
  readonly requested_at: string;
  readonly updated_at: string;
};

export const payouts: Table<PayoutRow> = {
  name: 'payouts',
  key: 'provider_key',
  columns: {
    provider_key: 'text',
    stream: 'text',
    partner_id: 'text',
    mode: 'text',
    attempt: 'integer',
    amount_cents: 'numeric',
    status: 'text',
    provider: 'text',
    code: 'text',
    deferral: 'text',
    deferred_since: 'timestamptz',
    requested_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
};

export const findPayout = async (query: Query, providerKey: string): Promise<PayoutRow | null> => {
  const rows = await query<PayoutRow>('SELECT * FROM lastro.payouts WHERE provider_key = $1', [providerKey]);
  return rows[0] ?? null;
};

/** Every attempt of the owner of a payout, oldest first. */
export const listPayoutsOf = (query: Query, stream: string): Promise<readonly PayoutRow[]> =>
  query<PayoutRow>('SELECT * FROM lastro.payouts WHERE stream = $1 ORDER BY requested_at, attempt', [stream]);

export interface PaidWithin {
  readonly provider: string;
  readonly mode: Mode;
  /** ISO 8601; `to` is not within. */
  readonly from: string;
  readonly to: string;
}

export const listPartnersPaying = async (
  query: Query,
  { provider, mode, from, to }: PaidWithin,
): Promise<readonly string[]> => {
  const rows = await query<Pick<PayoutRow, 'partner_id'>>(
    `SELECT DISTINCT partner_id FROM lastro.payouts
      WHERE provider = $1 AND mode = $2 AND requested_at >= $3 AND requested_at < $4 ORDER BY partner_id`,
    [provider, mode, from, to],
  );
  return rows.map(({ partner_id: partnerId }) => partnerId);
};

export const listPaidBy = (
  query: Query,
  { provider, mode, from, to }: PaidWithin,
): Promise<readonly Pick<PayoutRow, 'provider_key' | 'stream'>[]> =>
  query(
    `SELECT provider_key, stream FROM lastro.payouts
      WHERE provider = $1 AND mode = $2 AND requested_at >= $3 AND requested_at < $4
        AND status IN ('SETTLED', 'RETURNED', 'RETURN_RESOLVED') ORDER BY requested_at, provider_key`,
    [provider, mode, from, to],
  );

export interface HeldPayout {
  readonly stream: string;
  readonly provider_key: string;
  readonly provider: string;
  readonly mode: Mode;
  readonly amount_cents: string;
  readonly deferral: string;
  readonly deferred_since: string;
}

const HELD = `status = 'REQUESTED' AND deferral IS NOT NULL`;

/** Requested, but not sent since `before` (ISO 8601) or longer; the longest held first. */
export const listHeld = (query: Query, before: string, limit: number): Promise<readonly HeldPayout[]> =>
  query<HeldPayout>(
    `SELECT stream, provider_key, provider, mode, amount_cents, deferral, deferred_since FROM lastro.payouts
      WHERE ${HELD} AND deferred_since <= $1::timestamptz ORDER BY deferred_since, stream LIMIT $2`,
    [before, limit],
  );

export interface HeldSum {
  readonly mode: Mode;
  readonly deferral: string;
  readonly payouts: number;
  readonly cents: string;
}

export const sumHeld = (query: Query): Promise<readonly HeldSum[]> =>
  query<HeldSum>(
    `SELECT mode, deferral, count(*)::int AS payouts, sum(amount_cents)::text AS cents FROM lastro.payouts
      WHERE ${HELD} GROUP BY mode, deferral ORDER BY mode, deferral`,
    [],
  );

export interface OpenPayouts {
  readonly provider: string;
  readonly mode: Mode;
  readonly payouts: number;
}

/** Sent payouts without an outcome, per provider. */
export const countOpenPayouts = (query: Query): Promise<readonly OpenPayouts[]> =>
  query<OpenPayouts>(
    `SELECT provider, mode, count(*)::int AS payouts FROM lastro.payouts
      WHERE status IN ('DISPATCHED', 'UNKNOWN') GROUP BY provider, mode ORDER BY provider, mode`,
    [],
  );

/** Streams with returned money that may be open, oldest first; the stream decides if it is. */
export const listReturns = (
  query: Query,
  limit: number,
): Promise<readonly Pick<PayoutRow, 'stream' | 'updated_at'>[]> =>
  query(
    `SELECT stream, min(updated_at) AS updated_at FROM lastro.payouts WHERE status = 'RETURNED'
      GROUP BY stream ORDER BY min(updated_at), stream LIMIT $1`,
    [limit],
  );
