import type { Pool } from 'pg';
import type { CallbackInbox, StoredCallback } from '../../commands/ports/callback-inbox';
import type { Clock } from '../../commands/ports/clock';
import { gathering, type Waiting } from '../../commands/timing/gathering';

/** Seals the bytes of a callback: they may contain personal data. */
export type SealBody = (body: Uint8Array) => string;

export interface InboxOptions {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  readonly seal: SealBody;
}

/** After this time only the ids are kept, so that a repeated callback is still recognised. */
export const KEPT_DAYS = 90;

const REMOVAL_BATCH = 1_000;
/** Callbacks that arrive together are committed together. */
const BATCHES = { batchesAtOnce: 4, itemsPerBatch: 64 };

/** Sorted, so that two processes that store the same ones do not wait for each other. */
const STORE = `
  INSERT INTO lastro.callbacks (source, event_id, received_at, hints, body, finished_at)
  SELECT source, event_id, received_at, hints::jsonb, body,
      CASE WHEN hints = '[]' THEN received_at END
    FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[])
      AS arrived (source, event_id, received_at, hints, body)
    ORDER BY source, event_id
  ON CONFLICT (source, event_id) DO NOTHING`;

const FINISH = `
  UPDATE lastro.callbacks SET finished_at = $3 WHERE source = $1 AND event_id = $2 AND finished_at IS NULL`;

const FORGET = `
  UPDATE lastro.callbacks SET hints = NULL, body = NULL, finished_at = coalesce(finished_at, $1)
   WHERE (source, event_id) IN (
     SELECT source, event_id FROM lastro.callbacks
      WHERE body IS NOT NULL AND received_at < $1::timestamptz - make_interval(days => ${KEPT_DAYS})
      LIMIT ${REMOVAL_BATCH} FOR UPDATE SKIP LOCKED)`;

interface Arrived {
  readonly callback: StoredCallback;
  readonly body: string;
}

type Arrival = Waiting<Arrived, null>;

export const createPostgresInbox = ({ pool, clock, seal }: InboxOptions): CallbackInbox => {
  const answerAll = async (batch: readonly Arrival[]): Promise<void> => {
    try {
      await pool.query({ name: 'store-callbacks', text: STORE, values: columnsOf(batch.map(({ item }) => item)) });
      for (const { resolve } of batch) resolve(null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const store = gathering<Arrived, null>({ ...BATCHES, answerAll });
  return {
    store: async (callback, body) => {
      await store({ callback, body: seal(body) });
    },
    finish: async ({ source, eventId }) => {
      await pool.query({ name: 'finish-callback', text: FINISH, values: [source, eventId, clock.iso()] });
    },
  };
};

const columnsOf = (arrived: readonly Arrived[]): unknown[] => [
  arrived.map(({ callback }) => callback.source),
  arrived.map(({ callback }) => callback.eventId),
  arrived.map(({ callback }) => new Date(callback.receivedAtMs).toISOString()),
  arrived.map(({ callback }) => JSON.stringify(callback.hints)),
  arrived.map(({ body }) => body),
];

export const forgetOldCallbacks = async (pool: Pick<Pool, 'query'>, clock: Clock): Promise<number> =>
  (await pool.query(FORGET, [clock.iso()])).rowCount ?? 0;
