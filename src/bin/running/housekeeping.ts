import { schedule } from 'node-cron';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { alertRows } from '../../../infra/alerts/alert-rows';
import { forgetOldCallbacks } from '../../../infra/callbacks/postgres-inbox';
import { systemClock } from '../../../infra/clock';
import { removeSettledDenials } from '../../../infra/denials/settled';
import { createPostgresExpiringValues } from '../../../infra/expiring/postgres-expiring-values';
import { createConsoleSessions } from '../../../infra/http/console-sessions';
import { createIdempotencyKeys } from '../../../infra/http/idempotency';
import { createMemberSessions } from '../../../infra/http/member-sessions';
import { createPostgresNonces } from '../../../infra/http/nonces';
import { removeOldRequests } from '../../../infra/http/requests/partner-requests';
import { createQuery } from '../../../infra/postgres/query';
import { sweepShadows } from '../../../infra/projections/rebuild/sweep-shadows';
import { removeOldAttempts } from '../../../infra/webhooks/attempts';
import { sweepDead } from '../../../infra/work/leases';

/** Rows are removed in batches; runs do not overlap. */
const EVERY_TEN_MINUTES = '*/10 * * * *';
const MAXIMUM_BATCHES = 1_000;

export interface HousekeepingPools {
  readonly pool: Pool;
  readonly batchPool: Pool;
}

/** Removes expired rows now and every ten minutes. Returns the stop function. */
export const startHousekeeping = (pools: HousekeepingPools, logger: Logger): (() => Promise<void>) => {
  const removals = Object.entries(removalsOf(pools));
  let isEnding = false;
  const run = async (): Promise<void> => {
    for (const [what, removeSome] of removals) {
      if (isEnding) return;
      await removeAll(removeSome)
        .then((count) => count > 0 && logger.info({ what, count }, 'expired rows were removed'))
        .catch((error: unknown) => {
          logger.warn({ err: error, what }, 'expired rows could not be removed; retries continue');
        });
    }
  };
  let running = run();
  const again = async (): Promise<void> => {
    running = running.then(run);
    await running;
  };
  const task = schedule(EVERY_TEN_MINUTES, again, { noOverlap: true, name: 'housekeeping' });
  return async () => {
    isEnding = true;
    await task.destroy();
    await running;
  };
};

const removalsOf = ({ pool, batchPool }: HousekeepingPools): Readonly<Record<string, () => Promise<number>>> => ({
  'leases of killed workers': () => sweepDead(pool),
  'tables of killed rebuilds': () => sweepShadows(batchPool),
  'idempotency rows': createIdempotencyKeys(pool).removeOld,
  nonces: createPostgresNonces(pool).removeExpired,
  'console sessions': () => createConsoleSessions(pool).removeOver(systemClock.now()),
  'sessions of members': () => createMemberSessions(pool).removeOver(systemClock.now()),
  'expired values': createPostgresExpiringValues(pool).removeExpired,
  'settled denials': () => removeSettledDenials(pool),
  'closed alerts': () => removeClosedAlerts(pool),
  'contents of old callbacks': () => forgetOldCallbacks(pool, systemClock),
  'requests of partners': () => removeOldRequests(pool),
  'webhook attempts': () => removeOldAttempts(pool, systemClock.now()),
});

const KEPT_CLOSED_MS = 30 * 86_400_000;

const removeClosedAlerts = (pool: Pool): Promise<number> =>
  alertRows(createQuery(pool)).removeClosed(new Date(systemClock.now() - KEPT_CLOSED_MS).toISOString());

const removeAll = async (removeSome: () => Promise<number>): Promise<number> => {
  let count = 0;
  for (let batch = 0; batch < MAXIMUM_BATCHES; batch += 1) {
    const removed = await removeSome();
    if (removed === 0) break;
    count += removed;
  }
  return count;
};
