import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { prepareSimulatedBooks } from '../../../infra/chains/simulated/books-postgres';
import { type Migration, migrate, migrationFile, migrationFolder, readerRoles } from '../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../infra/postgres/pool';
import { warnOfMightyOwner } from '../../../infra/postgres/roles/owner-role';
import { OPERATORS_READER, readerDatabaseUrl } from '../../../infra/postgres/roles/reader-role';
import type { Cipher } from '../../../infra/vault/keys/cipher';
import { checkMasterKey } from '../../../infra/vault/keys/master-key';
import { type ServiceKeyName, serviceKey } from '../../../infra/vault/keys/service-keys';
import { createWrapping } from '../../../infra/vault/keys/wrapping';
import type { Config } from '../../config';
import { onceAnswered } from './once-answered';
import type { Stores } from './stores';

const OPERATIONAL_TABLES = [
  'infra/vault/vault.sql',
  'infra/vault/master-keys.sql',
  'infra/projections/checkpoints.sql',
  'infra/projections/named-checkpoints.sql',
  'infra/projections/parked.sql',
  'infra/projections/parked-gone.sql',
  'infra/projections/rebuild/jobs.sql',
  'infra/pair/pair.sql',
  'infra/denials/denials.sql',
  'infra/work/leases.sql',
  'infra/prices/ticks.sql',
  'infra/comparisons/comparisons.sql',
  'infra/providers/breaker/breakers.sql',
  'infra/sweeping/credit-sweeps.sql',
  'infra/webhooks/attempts.sql',
  'infra/webhooks/flow.sql',
  'infra/webhooks/feed-places.sql',
  'infra/chains/cursors.sql',
  'infra/chains/evm/signing/signer-book.sql',
  'infra/expiring/expiring-values.sql',
  'infra/expiring/expiring-groups.sql',
  'infra/http/idempotency.sql',
  'infra/http/key-usage.sql',
  'infra/http/nonces.sql',
  'infra/http/console-sessions.sql',
  'infra/http/member-sessions.sql',
  'infra/http/requests/partner-requests.sql',
  'infra/alerts/alerts.sql',
  'infra/callbacks/callbacks.sql',
  'infra/providers/sandbox/book/sandbox-book.sql',
];

/** Changes to tables of earlier versions. Each runs once, before the first read. */
const UPGRADES = [
  'infra/postgres/upgrades/payouts-by-stream.sql',
  'infra/vault/lookup-claims.sql',
  'infra/vault/lookup-rotation.sql',
  'infra/vault/fiscal-uses.sql',
  'infra/postgres/upgrades/sandbox-book.sql',
];

const operationalMigrations = (): readonly Migration[] => [
  ...readerRoles(),
  ...OPERATIONAL_TABLES.map((file) => migrationFile(file, true)),
  ...UPGRADES.map((file) => migrationFile(file)),
];

const readModelMigrations = (): readonly Migration[] => migrationFolder('read-models', true);

/** All of the service's Postgres objects, in creation order. */
export const serviceMigrations = (): readonly Migration[] => [...operationalMigrations(), ...readModelMigrations()];

export interface PrepareOptions {
  readonly config: Config;
  readonly stores: Pick<Stores, 'databaseUrl' | 'readerUrl' | 'opsReaderUrl'>;
  /** False: no role of its own is made or asked for. */
  readonly hasOpsDoor: boolean;
  readonly logger: Logger;
  readonly cipher: Cipher;
}

export interface Prepared {
  readonly batchPool: Pool;
  /** As which requests read. */
  readonly readerUrl: string;
  readonly opsReaderUrl: string | null;
  readonly keys: ServiceKeys;
}

export interface ServiceKeys {
  /** Proves the links to receipts. */
  readonly receipts: Buffer;
  /** Seals what providers call about. */
  readonly callbacks: Buffer;
  /** Seals whom the simulated KYC provider verifies. */
  readonly sandboxKyc: Buffer;
  /** Digests e-mail addresses and accounts of operators. */
  readonly identities: Buffer;
}

/** Prepares PostgreSQL for the service before its start. */
export const openPrepared = async (options: PrepareOptions): Promise<Prepared> => {
  const batchPool = createPool(options.stores.databaseUrl, options.logger, BATCH_LIMITS);
  try {
    return { batchPool, ...(await prepare(batchPool, options)) };
  } catch (error) {
    await batchPool.end();
    throw error;
  }
};

const prepare = async (owner: Pool, options: PrepareOptions): Promise<Omit<Prepared, 'batchPool'>> => {
  const { config, stores, logger, cipher } = options;
  const steps: readonly (() => Promise<unknown>)[] = [
    () => warnOfMightyOwner(owner, logger),
    // Two steps: if one is slow, the other does not begin again.
    () => migrate(owner, operationalMigrations()),
    () => migrate(owner, readModelMigrations()),
    () => prepareSimulatedBooks(owner),
    () => checkMasterKey(owner, cipher),
  ];
  for (const step of steps) await onceAnswered(step, logger);
  const { READER_DATABASE_URL: readerUrl = stores.readerUrl, production: isDemanded } = config;
  const { OPS_READER_DATABASE_URL: opsReaderUrl = stores.opsReaderUrl } = config;
  // Does not change with rotations of the other keys, because processes before and after one must share it.
  const wrapped = { cipher, wrapping: createWrapping(owner, cipher) };
  const keyNamed = (name: ServiceKeyName) => onceAnswered(() => serviceKey(owner, wrapped, name), logger);
  const secret = await keyNamed('readers');
  const role = { owner, databaseUrl: stores.databaseUrl, readerUrl, secret, isDemanded, logger };
  return {
    readerUrl: await onceAnswered(() => readerDatabaseUrl(role), logger),
    opsReaderUrl: options.hasOpsDoor
      ? await onceAnswered(
          () => readerDatabaseUrl({ ...role, kind: OPERATORS_READER, readerUrl: opsReaderUrl }),
          logger,
        )
      : null,
    keys: {
      receipts: await keyNamed('receipts'),
      callbacks: await keyNamed('callbacks'),
      sandboxKyc: await keyNamed('sandbox-kyc'),
      identities: await keyNamed('identities'),
    },
  };
};
