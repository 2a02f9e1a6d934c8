import { schedule } from 'node-cron';
import type { Logger } from 'pino';
import type { HandleDeps } from '../../../commands/handling/request';
import { destroyFiscalKeys } from '../../../commands/user/erasure/destroy-fiscal-keys';
import { FISCAL_LOCK } from '../../../infra/postgres/advisory-locks';
import { inTransaction } from '../../../infra/postgres/pool';
import { hasOperatedSince } from '../../../read-models/operators/family-rows';
import type { Config } from '../../config';
import type { Adapters } from '../wiring/adapters';

/** At night in Brazil, where the obligation is. */
const DAILY = '17 3 * * *';
const TIMEZONE = 'America/Sao_Paulo';

interface Given extends Pick<Adapters, 'vault' | 'batchPool'> {
  readonly ports: Pick<Adapters['ports'], 'query' | 'workerId'> & HandleDeps;
}

/** Returns a function that runs once and answers the count of destroyed keys; 0 while another process runs. */
export const destroyingOf = (
  { ports, vault, batchPool }: Given,
  { FISCAL_RETENTION_YEARS: retentionYears }: Pick<Config, 'FISCAL_RETENTION_YEARS'>,
  logger: Logger,
): ((mayGoOn?: () => boolean) => Promise<number>) => {
  const destroy = destroyFiscalKeys({
    ...{ ...ports, vault, retentionYears },
    hasOperatedSince: (userId, since) => hasOperatedSince(ports.query, userId, since),
    onFailure: (subjectId, err) =>
      logger.error({ subjectId, err }, 'a fiscal key could not be destroyed; the next try is tomorrow'),
  });
  return (mayGoOn) =>
    inTransaction(batchPool, async (client) => {
      const values = [FISCAL_LOCK.classId, FISCAL_LOCK.objectId];
      const { rows } = await client.query<{ locked: boolean }>(
        'SELECT pg_try_advisory_xact_lock($1, $2) AS locked',
        values,
      );
      return rows[0]?.locked === true ? destroy(mayGoOn) : 0;
    });
};

/** Destroys each day the fiscal keys whose retention has ended. Returns the stop function. */
export const startFiscalKeys = (given: Given, config: Config, logger: Logger): (() => Promise<void>) => {
  const destroy = destroyingOf(given, config, logger);
  let isEnding = false;
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    running = destroy(() => !isEnding)
      .then((count) => count > 0 && logger.info({ count }, 'fiscal keys were destroyed'))
      .then(() => undefined)
      .catch((err: unknown) => {
        logger.error({ err }, 'the check of fiscal keys failed; the next check is tomorrow');
      });
    await running;
  };
  const task = schedule(DAILY, run, { noOverlap: true, name: 'fiscal-keys', timezone: TIMEZONE });
  return async () => {
    isEnding = true;
    await task.destroy();
    await running;
  };
};
