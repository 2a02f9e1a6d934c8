import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createPool, OPS_READER_LIMITS, PROJECTION_LIMITS, READER_LIMITS } from '../../../infra/postgres/pool';
import { createOperatorsQuery, createScopedReaders, type ScopedReaders } from '../../../infra/postgres/scoped-query';
import type { Query } from '../../../read-models/table';
import type { Prepared } from './prepared-database';

export interface Pools {
  readonly pool: Pool;
  readonly projectionPool: Pool;
  readonly batchPool: Pool;
  /** Reads of partners and users, behind row-level security. */
  readonly readers: ScopedReaders;
  /** Reads across partners; null without the operators' door. */
  readonly operatorsQuery: Query | null;
  readonly end: () => Promise<void>;
}

/** The pools of a prepared database, each with limits of its own. */
export const openPools = (databaseUrl: string, prepared: Omit<Prepared, 'keys'>, logger: Logger): Pools => {
  const { batchPool, readerUrl, opsReaderUrl } = prepared;
  const pool = createPool(databaseUrl, logger);
  const projectionPool = createPool(databaseUrl, logger, PROJECTION_LIMITS);
  const readerPool = createPool(readerUrl, logger, READER_LIMITS);
  const opsPool = opsReaderUrl === null ? null : createPool(opsReaderUrl, logger, OPS_READER_LIMITS);
  const all = [pool, readerPool, projectionPool, batchPool, ...(opsPool === null ? [] : [opsPool])];
  return {
    ...{ pool, projectionPool, batchPool, readers: createScopedReaders(readerPool) },
    operatorsQuery: opsPool === null ? null : createOperatorsQuery(opsPool),
    end: async () => {
      await Promise.all(all.map((each) => each.end()));
    },
  };
};
