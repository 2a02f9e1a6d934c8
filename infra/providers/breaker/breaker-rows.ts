import type { Query } from '../../../read-models/table';
import type { BreakerChange } from './with-breakers';

export interface OpenBreaker {
  readonly worker: string;
  readonly provider: string;
  readonly method: string;
  readonly since: string;
  readonly retryAt: string;
}

/** A running process tries an order, or opens the breaker again, within 15 minutes: an older row is of an ended process. */
const RECENT = `retry_at > clock_timestamp() - interval '1 hour'`;

export interface CountedBreaker {
  readonly provider: string;
  readonly method: string;
  readonly processes: number;
}

const OPENED = `INSERT INTO lastro.open_breakers (worker_id, provider, method, since, retry_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (worker_id, provider, method) DO UPDATE SET since = EXCLUDED.since, retry_at = EXCLUDED.retry_at`;

/** Breakers as each process knows them, for operators. No process decides by it. */
export const breakerRows = (query: Query) => ({
  keep: async (worker: string, { provider, method, standing }: BreakerChange): Promise<void> => {
    if (standing === null) {
      const row = [worker, provider, method];
      await query('DELETE FROM lastro.open_breakers WHERE worker_id = $1 AND provider = $2 AND method = $3', row);
      return;
    }
    const [since, retryAt] = [standing.openSinceMs, standing.retryAtMs].map((ms) => new Date(ms).toISOString());
    await query(OPENED, [worker, provider, method, since, retryAt]);
  },
  list: (): Promise<readonly OpenBreaker[]> =>
    query<OpenBreaker>(
      `SELECT worker_id AS worker, provider, method, since, retry_at AS "retryAt" FROM lastro.open_breakers
        WHERE ${RECENT} ORDER BY provider, method, worker_id`,
      [],
    ),
  count: (): Promise<readonly CountedBreaker[]> =>
    query<CountedBreaker>(
      `SELECT provider, method, count(*)::int AS processes FROM lastro.open_breakers
        WHERE ${RECENT} GROUP BY provider, method`,
      [],
    ),
});
