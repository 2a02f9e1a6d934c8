import type { Logger } from 'pino';
import { breakerRows } from '../../../../infra/providers/breaker/breaker-rows';
import type { BreakerOptions } from '../../../../infra/providers/breaker/with-breakers';
import type { Query } from '../../../../read-models/table';

/** A row that cannot be written stops nothing: the process goes by what it has counted. */
export const keepBreakers = (
  query: Query,
  workerId: string,
  logger: Pick<Logger, 'warn'>,
): BreakerOptions['onChange'] => {
  const rows = breakerRows(query);
  return (change) => {
    const { provider, method, standing } = change;
    logger.warn({ provider, method, isOpen: standing !== null }, 'the breaker of a provider has changed');
    rows.keep(workerId, change).catch((err: unknown) => logger.warn({ err }, 'the row of a breaker was not written'));
  };
};
