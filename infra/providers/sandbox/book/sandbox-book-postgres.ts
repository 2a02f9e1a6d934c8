import type { Pool } from 'pg';
import type { Query } from '../../../../read-models/table';
import { createQuery } from '../../../postgres/query';
import type { BookKind, PlannedCallback, Row, SandboxBook, TakenCallback, Window } from './sandbox-book';

const OF_ROW = 'kind = $1 AND partner_id = $2 AND key = $3';
const AHEAD = "(SELECT at_ms FROM lastro.sandbox_book WHERE kind = 'time' AND partner_id = $2 AND key = '')";

/** Both of null for a row that is missing. */
const FIND = `SELECT (SELECT state FROM lastro.sandbox_book WHERE ${OF_ROW}) AS state, ${AHEAD} AS ahead_ms`;

/** A write and its callbacks; no row when another process was first. */
const withCallbacks = (write: string): string => `
  WITH kept AS (${write} RETURNING partner_id, key),
  planned AS (
    INSERT INTO lastro.sandbox_book (kind, partner_id, key, state, at_ms)
    SELECT 'callback', kept.partner_id, kept.key || ' ' || (call->>'place'), call, (call->>'dueAtMs')::bigint
      FROM kept, jsonb_array_elements($6::jsonb) AS call
    ON CONFLICT DO NOTHING)
  SELECT key FROM kept`;

const INSERT = withCallbacks(`
  INSERT INTO lastro.sandbox_book (kind, partner_id, key, state, at_ms)
  VALUES ($1, $2, $3, $4::jsonb, $5::bigint) ON CONFLICT DO NOTHING`);

const UPDATE = withCallbacks(`
  UPDATE lastro.sandbox_book SET state = $4::jsonb, at_ms = $5::bigint WHERE ${OF_ROW} AND state = $7::jsonb`);

const LIST = `
  SELECT key, state, at_ms, coalesce(${AHEAD}, 0) AS ahead_ms FROM lastro.sandbox_book
   WHERE kind = $1 AND partner_id = $2 AND (at_ms, key) > ($3, $6) AND at_ms < $4
   ORDER BY at_ms, key LIMIT $5`;

const REMOVE = `
  DELETE FROM lastro.sandbox_book
   WHERE partner_id = $2 AND (kind = $1 AND key = $3 OR kind = 'callback' AND starts_with(key, $3 || ' '))`;

const ADVANCE = `
  WITH nearer AS (
    UPDATE lastro.sandbox_book SET at_ms = at_ms - $2,
        state = state || jsonb_build_object('dueAtMs', (state->>'dueAtMs')::bigint - $2)
     WHERE kind = 'callback' AND partner_id = $1)
  INSERT INTO lastro.sandbox_book AS kept (kind, partner_id, key, state, at_ms) VALUES ('time', $1, '', '{}', $2)
  ON CONFLICT (kind, partner_id, key) DO UPDATE SET at_ms = kept.at_ms + excluded.at_ms RETURNING at_ms`;

const TAKE = `
  WITH due AS (
    SELECT kind, partner_id, key FROM lastro.sandbox_book WHERE kind = 'callback' AND at_ms <= $1
     ORDER BY at_ms, key LIMIT $3 FOR UPDATE SKIP LOCKED),
  taken AS (
    UPDATE lastro.sandbox_book AS book
       SET at_ms = $2, state = state || jsonb_build_object('tries', coalesce((state->>'tries')::integer, 0) + 1)
      FROM due WHERE (book.kind, book.partner_id, book.key) = (due.kind, due.partner_id, due.key)
    RETURNING book.partner_id, book.key, book.state)
  SELECT * FROM taken ORDER BY (state->>'dueAtMs')::bigint, key`;

const FINISH = "DELETE FROM lastro.sandbox_book WHERE kind = 'callback' AND partner_id = $1 AND key = $2";
const POSTPONE = "UPDATE lastro.sandbox_book SET at_ms = $3 WHERE kind = 'callback' AND partner_id = $1 AND key = $2";

/** Several processes that change one row at once wait for each other; each round finishes one of them. */
const MOST_TURNS = 1_000;

const changing =
  (query: Query): SandboxBook['change'] =>
  async (kind, { partnerId, idempotencyKey }, clockMs, step) => {
    const row = [kind, partnerId, idempotencyKey];
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      const [found] = await query<{ state: unknown; ahead_ms: string | null }>(FIND, row);
      const before = found?.state ?? null;
      // A state is written here alone, in its kind's own shape.
      const turn = step(before as Parameters<typeof step>[0], { clockMs, aheadMs: Number(found?.ahead_ms ?? 0) });
      if (turn.state === undefined) return turn.answer;
      const { bookedAtMs } = turn.state as { readonly bookedAtMs?: number | null };
      const values = [...row, JSON.stringify(turn.state), bookedAtMs ?? clockMs, JSON.stringify(turn.callbacks ?? [])];
      const kept =
        before === null ? await query(INSERT, values) : await query(UPDATE, [...values, JSON.stringify(before)]);
      if (kept.length > 0) return turn.answer;
    }
    throw new Error(`The sandbox's row ${kind} ${idempotencyKey} changes all the time`);
  };

interface ListedRow {
  readonly key: string;
  readonly state: unknown;
  readonly at_ms: string;
  readonly ahead_ms: string;
}

const PAGE = 500;

async function* listed<State>(
  query: Query,
  kind: BookKind,
  partnerId: string,
  { fromMs, toMs }: Window,
): AsyncGenerator<Row<State>> {
  let [from, after] = [fromMs.toString(), ''];
  for (;;) {
    const page = await query<ListedRow>(LIST, [kind, partnerId, from, toMs, PAGE, after]);
    for (const { key: idempotencyKey, state, ahead_ms } of page)
      yield { partnerId, idempotencyKey, state: state as State, aheadMs: Number(ahead_ms) };
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    [from, after] = [last.at_ms, last.key];
  }
}

interface TakenRow {
  readonly partner_id: string;
  readonly key: string;
  readonly state: PlannedCallback & Pick<TakenCallback, 'tries'>;
}

/** In PostgreSQL: synced to disk before anything is answered. */
export const createSandboxBook = (pool: Pick<Pool, 'query'>): SandboxBook => {
  const query = createQuery(pool);
  return {
    change: changing(query),
    list: (kind, partnerId, window) => listed(query, kind, partnerId, window),
    remove: async (kind, { partnerId, idempotencyKey }) =>
      void (await query(REMOVE, [kind, partnerId, idempotencyKey])),
    advance: async (partnerId, ms) => Number((await query<{ at_ms: string }>(ADVANCE, [partnerId, ms]))[0]?.at_ms ?? 0),
    reset: async (partnerId) =>
      void (await query('DELETE FROM lastro.sandbox_book WHERE partner_id = $1', [partnerId])),
    takeCallbacks: async (nowMs, leasedUntilMs, limit) => {
      const rows = await query<TakenRow>(TAKE, [nowMs, leasedUntilMs, limit]);
      return rows.map(({ partner_id: partnerId, key, state }) => ({
        ...state,
        id: { partnerId, idempotencyKey: key },
      }));
    },
    endCallback: async ({ partnerId, idempotencyKey }, againAtMs) => {
      if (againAtMs === null) await query(FINISH, [partnerId, idempotencyKey]);
      else await query(POSTPONE, [partnerId, idempotencyKey, againAtMs]);
    },
  };
};
