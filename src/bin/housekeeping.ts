import { schedule } from 'node-cron';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { systemClock } from '../../infra/clock';
import { createPostgresExpiringValues } from '../../infra/expiring/postgres-expiring-values';
import { createIdempotencyKeys } from '../../infra/http/idempotency';
import { createPostgresNonces } from '../../infra/http/nonces';
import { removeOldAttempts } from '../../infra/webhooks/attempts';

/** Every ten minutes; rows are removed in batches, and a run that is still at it is not joined by another. */
const EVERY_TEN_MINUTES = '*/10 * * * *';
const MAXIMUM_BATCHES = 1_000;

/** Removes what has been kept as long as it has to be. Answers the function that ends it. */
export const startHousekeeping = (pool: Pool, logger: Logger): (() => Promise<void>) => {
  const removals: Readonly<Record<string, () => Promise<number>>> = {
    'idempotency rows': createIdempotencyKeys(pool).removeOld,
    nonces: createPostgresNonces(pool).removeExpired,
    'expired values': createPostgresExpiringValues(pool).removeExpired,
    'webhook attempts': () => removeOldAttempts(pool, systemClock.now()),
  };
  const run = async (): Promise<void> => {
    for (const [what, removeSome] of Object.entries(removals)) {
      await removeAll(removeSome).catch((error: unknown) => {
        logger.warn({ err: error, what }, 'what is old could not be removed; it is tried again');
      });
    }
  };
  const task = schedule(EVERY_TEN_MINUTES, run, { noOverlap: true, name: 'housekeeping' });
  return async () => {
    await task.destroy();
  };
};

const removeAll = async (removeSome: () => Promise<number>): Promise<void> => {
  for (let batch = 0; batch < MAXIMUM_BATCHES; batch += 1) {
    if ((await removeSome()) === 0) return;
  }
};
