import { prepareSimulatedBooks } from '../../infra/chains/simulated/books-postgres';
import type { Logger } from '../../infra/logger';
import { apiRole, migrate, migrationFile, migrationFolder } from '../../infra/postgres/migrate';
import { createPool, READER_LIMITS } from '../../infra/postgres/pool';
import { testDatabase } from '../stores/postgres';

const OPERATIONAL = [
  ...[
    'chains/cursors',
    'projections/checkpoints',
    'projections/named-checkpoints',
    'expiring/expiring-values',
    'expiring/expiring-groups',
  ],
  ...['http/idempotency', 'http/key-usage', 'http/nonces', 'denials/denials', 'projections/parked'],
  'sweeping/credit-sweeps',
  'webhooks/attempts',
  'webhooks/feed-places',
  'callbacks/callbacks',
];

/** An empty database with every table that the HTTP surface reads or writes. */
export const openHttpDatabase = async (logger: Logger) => {
  const database = await testDatabase();
  const pool = createPool(database.url, logger);
  const readerPool = createPool(database.url, logger, READER_LIMITS);
  await migrate(pool, [
    apiRole(),
    ...OPERATIONAL.map((name) => migrationFile(`infra/${name}.sql`, true)),
    ...migrationFolder('read-models', true),
  ]);
  await prepareSimulatedBooks(pool);
  const close = async (): Promise<void> => {
    await Promise.all([pool.end(), readerPool.end()]);
    await database.drop();
  };
  return { pool, readerPool, close };
};
