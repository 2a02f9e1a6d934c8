import { randomBytes } from 'node:crypto';
import { readOrCreateSecret } from '../../infra/data-directory';
import { startEmbeddedEventStore } from '../../infra/event-store/embedded';
import type { Logger } from '../../infra/logger';
import { startEmbeddedPostgres } from '../../infra/postgres/embedded';
import type { Config } from '../config';

/** Where the two stores of record answer; `stop` ends what was started for us, and nothing else. */
export interface Stores {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  readonly stop: () => Promise<void>;
}

/** The stores that configuration names, or the embedded ones in the data directory. */
export const openStores = async (config: Config, logger: Logger): Promise<Stores> => {
  const postgres =
    config.DATABASE_URL === undefined ? await startEmbeddedPostgres({ dataDir: config.DATA_DIR, logger }) : null;
  const databaseUrl = config.DATABASE_URL ?? postgres?.url ?? '';
  const eventStore =
    config.EVENTSTORE_URL === undefined
      ? await startEmbeddedEventStore({ databaseUrl, dataDir: config.DATA_DIR, logger })
      : null;
  return {
    databaseUrl,
    eventStoreUrl: config.EVENTSTORE_URL ?? eventStore?.connectionString ?? '',
    stop: async () => {
      await eventStore?.stop();
      await postgres?.stop();
    },
  };
};

/** Stores that a running service has opened; they are not ours to stop. */
export const joinStores = (databaseUrl: string, eventStoreUrl: string): Stores => ({
  databaseUrl,
  eventStoreUrl,
  stop: async () => {},
});

export interface Secrets {
  readonly masterKey: Buffer;
  /** `kid:base64url[,kid:base64url]`; the first signs. */
  readonly jwtKeys: string;
}

/** Given in production; otherwise generated into the data directory on first start, never compiled in. */
export const readSecrets = (config: Config): Secrets => {
  const masterKey =
    config.MASTER_KEY ?? readOrCreateSecret(config.DATA_DIR, 'master-key', () => randomBytes(32).toString('base64'));
  const jwtKeys =
    config.JWT_KEYS ??
    readOrCreateSecret(config.DATA_DIR, 'jwt-keys', () => `k1:${randomBytes(32).toString('base64url')}`);
  return { masterKey: Buffer.from(masterKey, 'base64'), jwtKeys };
};
