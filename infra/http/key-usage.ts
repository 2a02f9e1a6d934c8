import type { Pool } from 'pg';
import type { Clock } from '../../commands/ports/clock';
import { createBoundedMap } from '../../commands/timing/bounded-map';
import type { Logger } from '../logger';

export interface ApiKeyUsage {
  readonly touch: (keyId: string) => void;
  /** Key id to ISO time, unwritten uses included; a key never used is absent. */
  readonly lastUsed: (keyIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const FLUSH_INTERVAL_MS = 15_000;
/** Keys noted between flushes; uses of further keys are dropped, which does no harm. */
const MAXIMUM_NOTED = 10_000;

const WRITE = `
  INSERT INTO lastro.api_key_usage AS usage (key_id, last_used_at)
  SELECT * FROM unnest($1::text[], $2::timestamptz[])
  ON CONFLICT (key_id) DO UPDATE SET last_used_at = greatest(usage.last_used_at, excluded.last_used_at)`;
const READ = 'SELECT key_id, last_used_at FROM lastro.api_key_usage WHERE key_id = ANY($1)';

/** Reads may be this old: writes happen every 15 s only. */
const READ_AGAIN_MS = 5_000;
const REMEMBERED_LISTS = 1_000;

interface UsageRow {
  readonly key_id: string;
  readonly last_used_at: Date | string;
}

type Written = readonly (readonly [keyId: string, at: string])[];

const createReader = (pool: Pool, clock: Clock) => {
  const remembered = createBoundedMap<{ readonly untilMs: number; readonly written: Written }>(REMEMBERED_LISTS);
  return async (keyIds: readonly string[]): Promise<Written> => {
    const list = keyIds.join();
    const known = remembered.get(list);
    if (known !== undefined && clock.now() < known.untilMs) return known.written;
    const { rows } = await pool.query<UsageRow>({ name: 'read-key-usage', text: READ, values: [keyIds] });
    const written = rows.map((row) => [row.key_id, new Date(row.last_used_at).toISOString()] as const);
    remembered.set(list, { untilMs: clock.now() + READ_AGAIN_MS, written });
    return written;
  };
};

/** Notes uses in memory and writes them every 15 s, in one statement. */
export function createKeyUsage(pool: Pool, clock: Clock, logger: Logger): ApiKeyUsage {
  const readWritten = createReader(pool, clock);
  /** Key id to ISO time: uses in this process, kept after they are written. */
  const noted = new Map<string, string>();
  const unwritten = new Set<string>();
  const flush = async () => {
    if (unwritten.size === 0) return;
    const keyIds = [...unwritten];
    unwritten.clear();
    try {
      await pool.query(WRITE, [keyIds, keyIds.map((keyId) => noted.get(keyId))]);
      if (noted.size >= MAXIMUM_NOTED) forgetWritten();
    } catch (error) {
      for (const keyId of keyIds) unwritten.add(keyId);
      logger.warn({ err: error }, 'the last use of API keys could not be written');
    }
  };
  const forgetWritten = (): void => {
    for (const keyId of noted.keys()) if (!unwritten.has(keyId)) noted.delete(keyId);
  };
  const timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS);
  timer.unref();
  return {
    touch: (keyId) => {
      if (noted.size >= MAXIMUM_NOTED && !noted.has(keyId)) return;
      noted.set(keyId, clock.iso());
      unwritten.add(keyId);
    },
    lastUsed: async (keyIds) => {
      const lastUsed = new Map(await readWritten(keyIds));
      for (const keyId of keyIds) {
        const here = noted.get(keyId) ?? '';
        if (here > (lastUsed.get(keyId) ?? '')) lastUsed.set(keyId, here);
      }
      return lastUsed;
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
