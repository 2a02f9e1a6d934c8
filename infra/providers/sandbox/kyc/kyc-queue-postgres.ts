import type { Pool } from 'pg';
import type { Query } from '../../../../read-models/table';
import { createQuery } from '../../../postgres/query';
import type { TakenCallback } from '../payouts/payout-store';
import type { KycStore } from './kyc-store';

interface CallbackRow {
  readonly sequence: string;
  readonly provider_event_id: string;
  readonly ref: string;
  readonly first_due_at_ms: string;
  readonly tries: number;
}

const callbackOf = (row: CallbackRow): TakenCallback => ({
  callbackId: row.sequence,
  providerEventId: row.provider_event_id,
  idempotencyKey: row.ref,
  dueAtMs: Number(row.first_due_at_ms),
  tries: row.tries,
  forged: false,
});

/** Nothing for a session that was removed meanwhile. */
const PLAN = `
  insert into sandbox_kyc.callbacks (provider_event_id, partner_id, ref, due_at_ms)
  select planned.event, session.partner_id, session.ref, planned.due
    from sandbox_kyc.sessions as session, unnest($3::text[], $4::bigint[]) as planned(event, due)
   where session.partner_id = $1 and session.ref = $2
   order by planned.due
  on conflict (provider_event_id) do nothing`;

const TAKE = `
  with due as (
    select sequence from sandbox_kyc.callbacks where due_at_ms <= $1
     order by due_at_ms, sequence limit $3 for update skip locked),
  taken as (
    update sandbox_kyc.callbacks
       set due_at_ms = $2, tries = tries + 1, first_due_at_ms = coalesce(first_due_at_ms, due_at_ms)
      from due where callbacks.sequence = due.sequence returning callbacks.*)
  select * from taken order by first_due_at_ms, sequence`;

const ADVANCE = `
  with nearer as (
    update sandbox_kyc.callbacks set due_at_ms = due_at_ms - $2 where partner_id = $1 returning sequence)
  update sandbox_kyc.sessions set opened_at_ms = opened_at_ms - $2 where partner_id = $1`;

type Planned = 'plan' | 'advance' | 'takeCallbacks' | 'finishCallback' | 'postponeCallback' | 'nextCallbackAtMs';

/** The callbacks of the simulated KYC provider, and the time that they wait for. */
export const kycQueueIn = (pool: Pick<Pool, 'query'>): Pick<KycStore, Planned> => queueOver(createQuery(pool));

const queueOver = (query: Query): Pick<KycStore, Planned> => ({
  plan: async ({ partnerId, ref }, callbacks) => {
    const events = callbacks.map(({ providerEventId }) => providerEventId);
    await query(PLAN, [partnerId, ref, events, callbacks.map(({ dueAtMs }) => dueAtMs)]);
  },
  advance: async (partnerId, ms) => {
    await query(ADVANCE, [partnerId, ms]);
  },
  takeCallbacks: async (nowMs, leasedUntilMs, limit) =>
    (await query<CallbackRow>(TAKE, [nowMs, leasedUntilMs, limit])).map(callbackOf),
  finishCallback: async (callbackId) => {
    await query('delete from sandbox_kyc.callbacks where sequence = $1', [callbackId]);
  },
  postponeCallback: async (callbackId, dueAtMs) => {
    await query('update sandbox_kyc.callbacks set due_at_ms = $2 where sequence = $1', [callbackId, dueAtMs]);
  },
  nextCallbackAtMs: async () => {
    const text = 'select min(due_at_ms) as next from sandbox_kyc.callbacks';
    const [row] = await query<{ next: string | null }>(text, []);
    return row?.next == null ? null : Number(row.next);
  },
});
