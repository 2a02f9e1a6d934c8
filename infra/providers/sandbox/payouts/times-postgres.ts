import type { Pool } from 'pg';
import type { PayoutStore } from './payout-store';

const AHEAD = 'select ahead_ms from sandbox_bank.times where partner_id = $1';

/** What was planned comes nearer by as much as the time moves on. */
const ADVANCE = `
  with moved as (
    insert into sandbox_bank.times as kept (partner_id, ahead_ms) values ($1, $2)
    on conflict (partner_id) do update set ahead_ms = kept.ahead_ms + excluded.ahead_ms
    returning ahead_ms),
  nearer as (
    update sandbox_bank.callbacks set due_at_ms = due_at_ms - $2
     where partner_id = $1
        or idempotency_key in (select idempotency_key from sandbox_bank.orders where partner_id = $1)
    returning sequence)
  select ahead_ms, (select count(*) from nearer) from moved`;

const RESET = `
  with time as (delete from sandbox_bank.times where partner_id = $1),
  gone as (delete from sandbox_bank.orders where partner_id = $1 returning idempotency_key)
  delete from sandbox_bank.callbacks where partner_id = $1 or idempotency_key in (select idempotency_key from gone)`;

interface TimeRow {
  readonly ahead_ms: string;
}

/** The partners' simulated times. */
export const timesOf = (pool: Pick<Pool, 'query'>): Pick<PayoutStore, 'aheadMs' | 'advance' | 'reset'> => ({
  aheadMs: async (partnerId) => Number((await pool.query<TimeRow>(AHEAD, [partnerId])).rows[0]?.ahead_ms ?? 0),
  advance: async (partnerId, ms) =>
    Number((await pool.query<TimeRow>(ADVANCE, [partnerId, ms])).rows[0]?.ahead_ms ?? 0),
  reset: async (partnerId) => {
    await pool.query(RESET, [partnerId]);
  },
});
