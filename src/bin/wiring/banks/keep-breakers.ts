import { hostname } from 'node:os';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createQuery } from '../../../../infra/postgres/query';
import { breakerRows } from '../../../../infra/providers/breaker/breaker-rows';
import type { BreakerOptions } from '../../../../infra/providers/breaker/with-breakers';

export const WORKER_ID = `${hostname()}:${process.pid}`;

/** A row that cannot be written stops nothing: the process uses its own count. */
export const keepBreakers = (pool: Pool, logger: Pick<Logger, 'warn'>): BreakerOptions['onChange'] => {
  const rows = breakerRows(createQuery(pool));
  return (change) => {
    const { provider, method, standing } = change;
    logger.warn({ provider, method, isOpen: standing !== null }, 'the breaker of a provider has changed');
    rows.keep(WORKER_ID, change).catch((err: unknown) => logger.warn({ err }, 'the row of a breaker was not written'));
  };
};
