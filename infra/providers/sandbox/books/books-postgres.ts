import fs from 'node:fs';
import path from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../../postgres/pool';
import { projectRoot } from '../../../project-root';
import type { Book, BookEntry, BookKey, OpenBook } from './books';

interface EntryRow {
  readonly idempotency_key: string;
  readonly opened_at_ms: string;
  readonly entry: BookEntry;
}

const OF_KEY = 'book = $1 and partner_id = $2 and idempotency_key = $3';

const FIND = `select idempotency_key, opened_at_ms, entry from sandbox_books.entries where ${OF_KEY}`;

const KEEP = `
  insert into sandbox_books.entries (book, partner_id, idempotency_key, opened_at_ms, entry) values ($1, $2, $3, $4, $5)
  on conflict (book, partner_id, idempotency_key) do update set entry = excluded.entry`;

const LIST = `
  select idempotency_key, opened_at_ms, entry from sandbox_books.entries
   where book = $1 and partner_id = $2 and (opened_at_ms, idempotency_key) > ($3, $6) and opened_at_ms < $4
   order by opened_at_ms, idempotency_key limit $5`;

/** Also of a key that has no row yet, which no row lock could hold. */
const LOCK =
  "select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'sandbox_books', $1::text, $2::text, $3::text), 0))";

/** Creates the schema `sandbox_books` if missing. Repeatable and safe concurrently. */
export const prepareBooks = async (pool: Pick<Pool, 'query'>): Promise<void> => {
  const file = path.join(projectRoot(), 'infra/providers/sandbox/books/books.sql');
  await pool.query(await fs.promises.readFile(file, 'utf8'));
};

/** The books of the simulated providers in PostgreSQL: synced to disk before anything is answered. */
export const createPostgresBooks =
  (pool: Pool): OpenBook =>
  <Entry extends BookEntry>(book: string): Book<Entry> => {
    const valuesOf = ({ partnerId, idempotencyKey }: BookKey) => [book, partnerId, idempotencyKey];
    const find = async (by: Pick<PoolClient, 'query'>, key: BookKey): Promise<Entry | null> => {
      const { rows } = await by.query<EntryRow>(FIND, valuesOf(key));
      return (rows[0]?.entry as Entry | undefined) ?? null;
    };
    return {
      find: (key) => find(pool, key),
      change: (key, nowMs, step) =>
        inTransaction(pool, async (client) => {
          await client.query(LOCK, valuesOf(key));
          const before = await find(client, key);
          const after = step(before);
          if (after === null) return before;
          await client.query(KEEP, [...valuesOf(key), nowMs, JSON.stringify(after)]);
          return after;
        }),
      empty: async (partnerId) => {
        await pool.query('delete from sandbox_books.entries where book = $1 and partner_id = $2', [book, partnerId]);
      },
      list: async (partnerId, { fromMs, toMs, limit, after = '' }) => {
        const { rows } = await pool.query<EntryRow>(LIST, [book, partnerId, fromMs, toMs, limit, after]);
        return rows.map(({ entry, idempotency_key: idempotencyKey, opened_at_ms: openedAtMs }) => ({
          ...{ ...(entry as Entry), partnerId, idempotencyKey, openedAtMs: Number(openedAtMs) },
        }));
      },
    };
  };
