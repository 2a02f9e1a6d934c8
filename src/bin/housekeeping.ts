import { schedule } from 'node-cron';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createIdempotencyKeys } from '../../infra/http/idempotency';

/** Every ten minutes; rows are removed in batches, and a run that is still at it is not joined by another. */
const EVERY_TEN_MINUTES = '*/10 * * * *';
const MAXIMUM_BATCHES = 1_000;

/** Removes what has been kept as long as it has to be. Answers the function that ends it. */
export const startHousekeeping = (pool: Pool, logger: Logger): (() => Promise<void>) => {
  const keys = createIdempotencyKeys(pool);
  const removeOldAnswers = async (): Promise<void> => {
    for (let batch = 0; batch < MAXIMUM_BATCHES; batch += 1) {
      if ((await keys.removeOld()) === 0) return;
    }
  };
  const task = schedule(
    EVERY_TEN_MINUTES,
    () =>
      removeOldAnswers().catch((error: unknown) => {
        logger.warn({ err: error }, 'old idempotency rows could not be removed; it is tried again');
      }),
    { noOverlap: true, name: 'housekeeping' },
  );
  return async () => {
    await task.destroy();
  };
};
