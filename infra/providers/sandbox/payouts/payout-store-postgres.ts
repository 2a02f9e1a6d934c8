import fs from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import type { FailureCode } from '../../../../commands/ports/result';
import type { CallbackType, OrderKey, PayoutStore, PlannedCallback, StoredOrder, TakenCallback } from './payout-store';
import { timesOf } from './times-postgres';

interface OrderRow {
  readonly partner_id: string;
  readonly idempotency_key: string;
  readonly provider_id: string;
  readonly amount_cents: string;
  readonly kind: StoredOrder['kind'];
  readonly payee_key_masked: string | null;
  readonly scenario: string;
  readonly settle_delay_ms: number;
  readonly called_at_ms: string | null;
  readonly calls: number;
  readonly booked_at_ms: string | null;
  readonly decision: 'SETTLED' | 'FAILED' | null;
  readonly decision_code: FailureCode | null;
  readonly returned_cents: string;
  readonly booked_ahead_ms: string;
  readonly decided_at_ms: string | null;
}

interface CallbackRow {
  readonly sequence: string;
  readonly provider_event_id: string;
  readonly idempotency_key: string;
  readonly type: CallbackType;
  readonly first_due_at_ms: string;
  readonly tries: number;
  readonly forged: boolean;
}

const orderOf = (row: OrderRow): StoredOrder => ({
  partnerId: row.partner_id,
  idempotencyKey: row.idempotency_key,
  providerId: row.provider_id,
  amountCents: BigInt(row.amount_cents),
  kind: row.kind,
  payeeKeyMasked: row.payee_key_masked,
  scenario: row.scenario,
  settleDelayMs: row.settle_delay_ms,
  calledAtMs: row.called_at_ms === null ? null : Number(row.called_at_ms),
  calls: row.calls,
  bookedAtMs: row.booked_at_ms === null ? null : Number(row.booked_at_ms),
  decision:
    row.decision === null
      ? null
      : { outcome: row.decision, code: row.decision_code, decidedAtMs: Number(row.decided_at_ms) },
  returnedCents: BigInt(row.returned_cents),
  bookedAheadMs: Number(row.booked_ahead_ms),
});

const callbackOf = (row: CallbackRow): TakenCallback => ({
  callbackId: row.sequence,
  providerEventId: row.provider_event_id,
  idempotencyKey: row.idempotency_key,
  type: row.type,
  dueAtMs: Number(row.first_due_at_ms),
  tries: row.tries,
  forged: row.forged,
});

const COUNT_CALL = `
  insert into sandbox_bank.orders as kept
    (partner_id, idempotency_key, provider_id, amount_cents, scenario, settle_delay_ms, kind, payee_key_masked,
     called_at_ms, calls)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1)
  on conflict (partner_id, idempotency_key) do update set calls = kept.calls + 1
  returning *`;

const FIND = 'select * from sandbox_bank.orders where partner_id = $1 and idempotency_key = $2';

const HAS_FORERUNNER = `
  select exists (
    select from sandbox_bank.orders
     where partner_id = $1 and amount_cents = $3 and kind = $4 and payee_key_masked is not distinct from $5
       and scenario = $6 and called_at_ms between $7 and $8 and idempotency_key <> $2) as found`;

/** An update and its callbacks, or neither when the row was updated before. */
const withCallbacks = (update: string): string => `
  with changed as (${update} returning idempotency_key)
  insert into sandbox_bank.callbacks (provider_event_id, idempotency_key, due_at_ms, forged)
  select planned.event, changed.idempotency_key, planned.due, planned.forged
    from changed, unnest($4::text[], $5::bigint[], $6::boolean[]) with ordinality
      as planned(event, due, forged, place)
   order by planned.place`;

const BOOK = withCallbacks(`
  update sandbox_bank.orders set booked_at_ms = $3::bigint,
    booked_ahead_ms = coalesce((select ahead_ms from sandbox_bank.times where partner_id = $1), 0)
   where partner_id = $1 and idempotency_key = $2 and booked_at_ms is null`);

const DECIDE = withCallbacks(`
  update sandbox_bank.orders set decision = $7::text, decision_code = $8::text, decided_at_ms = $3::bigint
   where partner_id = $1 and idempotency_key = $2 and booked_at_ms is not null and decision is null`);

const GIVE_BACK = withCallbacks(`
  update sandbox_bank.orders set returned_cents = $7::numeric
   where partner_id = $1 and idempotency_key = $2 and returned_cents = $3::numeric and booked_at_ms is not null`);

const LIST = `
  select * from sandbox_bank.orders
   where partner_id = $1 and booked_at_ms >= $2 and booked_at_ms < $3
   order by booked_at_ms limit $4`;

const TAKE_CALLBACKS = `
  with due as (
    select sequence from sandbox_bank.callbacks where due_at_ms <= $1
     order by due_at_ms, sequence limit $3 for update skip locked),
  taken as (
    update sandbox_bank.callbacks
       set due_at_ms = $2, tries = tries + 1, first_due_at_ms = coalesce(first_due_at_ms, due_at_ms)
      from due where callbacks.sequence = due.sequence returning callbacks.*)
  select * from taken order by first_due_at_ms, sequence`;

const PLAN = `
  insert into sandbox_bank.callbacks (partner_id, type, provider_event_id, idempotency_key, due_at_ms, forged)
  values ($1, $2, $3, $4, $5, $6)`;

const columnsOf = (callbacks: readonly PlannedCallback[]): readonly unknown[] => [
  callbacks.map(({ providerEventId }) => providerEventId),
  callbacks.map(({ dueAtMs }) => dueAtMs),
  callbacks.map(({ forged }) => forged),
];

/** Found from this file and from its compiled copy in dist. */
const projectFolder = (from: string): string => {
  if (fs.existsSync(path.join(from, 'package.json'))) return from;
  const above = path.dirname(from);
  if (above === from) throw new Error('The folder of package.json was not found');
  return projectFolder(above);
};

/** Creates the schema `sandbox_bank` if missing. Repeatable and safe concurrently. */
export const preparePayoutStore = async (pool: Pick<Pool, 'query'>): Promise<void> => {
  const file = path.join(projectFolder(__dirname), 'infra/providers/sandbox/payout-store.sql');
  await pool.query(await fs.promises.readFile(file, 'utf8'));
};

const hasForerunner =
  (pool: Pick<Pool, 'query'>): PayoutStore['hasForerunner'] =>
  async (order, sinceMs) => {
    const { partnerId, idempotencyKey, amountCents, kind, payeeKeyMasked, scenario, calledAtMs } = order;
    const alike = [amountCents, kind, payeeKeyMasked, scenario];
    const values = [partnerId, idempotencyKey, ...alike, sinceMs, calledAtMs];
    return (await pool.query<{ found: boolean }>(HAS_FORERUNNER, values)).rows[0]?.found === true;
  };

type Planned = 'takeCallbacks' | 'planCallback' | 'finishCallback' | 'postponeCallback' | 'nextCallbackAtMs';

const plannedIn = (pool: Pick<Pool, 'query'>): Pick<PayoutStore, Planned> => ({
  takeCallbacks: async (nowMs, leasedUntilMs, limit) => {
    const { rows } = await pool.query<CallbackRow>(TAKE_CALLBACKS, [nowMs, leasedUntilMs, limit]);
    return rows.map(callbackOf);
  },
  planCallback: async ({ partnerId, type, providerEventId, idempotencyKey, dueAtMs, forged }) => {
    await pool.query(PLAN, [partnerId, type, providerEventId, idempotencyKey, dueAtMs, forged]);
  },
  finishCallback: async (callbackId) => {
    await pool.query('delete from sandbox_bank.callbacks where sequence = $1', [callbackId]);
  },
  postponeCallback: async (callbackId, dueAtMs) => {
    await pool.query('update sandbox_bank.callbacks set due_at_ms = $2 where sequence = $1', [callbackId, dueAtMs]);
  },
  nextCallbackAtMs: async () => {
    const query = 'select min(due_at_ms) as next from sandbox_bank.callbacks';
    const { rows } = await pool.query<{ next: string | null }>(query);
    return rows[0]?.next == null ? null : Number(rows[0].next);
  },
});

export const createPostgresPayoutStore = (pool: Pick<Pool, 'query'>): PayoutStore => {
  const find = async ({ partnerId, idempotencyKey }: OrderKey): Promise<StoredOrder | null> => {
    const { rows } = await pool.query<OrderRow>(FIND, [partnerId, idempotencyKey]);
    return rows[0] === undefined ? null : orderOf(rows[0]);
  };
  const mustFind = async (key: OrderKey): Promise<StoredOrder> => {
    const order = await find(key);
    if (order === null) throw new Error(`The sandbox bank has no order ${key.idempotencyKey}`);
    return order;
  };
  return {
    countCall: async (draft) => {
      const { partnerId, idempotencyKey, providerId, amountCents, scenario, settleDelayMs, kind } = draft;
      const order = [partnerId, idempotencyKey, providerId, amountCents, scenario, settleDelayMs, kind];
      const { rows } = await pool.query<OrderRow>(COUNT_CALL, [...order, draft.payeeKeyMasked, draft.calledAtMs]);
      return rows[0] === undefined ? mustFind(draft) : orderOf(rows[0]);
    },
    hasForerunner: hasForerunner(pool),
    book: async (key, atMs, callbacks) => {
      await pool.query(BOOK, [key.partnerId, key.idempotencyKey, atMs, ...columnsOf(callbacks)]);
      return mustFind(key);
    },
    decide: async (key, { outcome, code, decidedAtMs }, callback) => {
      const values = [key.partnerId, key.idempotencyKey, decidedAtMs, ...columnsOf([callback]), outcome, code];
      await pool.query(DECIDE, values);
      const order = await find(key);
      return order?.bookedAtMs === null ? null : order;
    },
    giveBack: async (key, { fromCents, toCents }, callback) => {
      await pool.query(GIVE_BACK, [key.partnerId, key.idempotencyKey, fromCents, ...columnsOf([callback]), toCents]);
    },
    ...timesOf(pool),
    find,
    list: async (partnerId, { fromMs, toMs, limit }) => {
      const { rows } = await pool.query<OrderRow>(LIST, [partnerId, fromMs, toMs, limit]);
      return rows.map(orderOf);
    },
    ...plannedIn(pool),
  };
};
