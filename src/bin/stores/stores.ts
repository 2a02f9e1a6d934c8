import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { readOrCreateSecret } from '../../../infra/data-directory';
import { type EventPlaces, openEventStore } from '../../../infra/event-store/open-event-store';
import { startEmbeddedPostgres } from '../../../infra/postgres/embedded/embedded';
import { createPool } from '../../../infra/postgres/pool';
import type { Config } from '../../config';
import { isOneByteRepeated, keysOf } from '../../given-keys';
import { leadsNowhere, onceAnswered } from './once-answered';
import { type Close, openInOrder } from './open-in-order';

/** The first secret is used, all are accepted: so one replaces another. */
type SandboxSecret = readonly [string, ...string[]];

/** Also generated in production: it signs for the sandbox alone. */
const sandboxCallbackSecrets = ({ DATA_DIR, SANDBOX_CALLBACK_SECRET }: Config): SandboxSecret => {
  const [first, ...others] = SANDBOX_CALLBACK_SECRET ?? [];
  const own = (): string => readOrCreateSecret(DATA_DIR, 'sandbox-callbacks', () => randomBytes(32).toString('hex'));
  return [first ?? own(), ...others];
};

/** For external stores, at start. */
const FIRST_ANSWER_MS = 5_000;

/** `stop` ends only the stores that were started for this process. */
export interface Stores {
  readonly databaseUrl: string;
  /** For reads of requests, when the database has such a role. */
  readonly readerUrl?: string | undefined;
  /** The same for reads of the operators' door. */
  readonly opsReaderUrl?: string | undefined;
  /** Absent where the events are in the database. */
  readonly eventStoreUrl?: string | undefined;
  readonly stop: () => Promise<void>;
}

/** `isThere` is called for each store that has answered. */
export const openStores = async (
  config: Config,
  logger: Logger,
  isThere: (store: 'database' | 'eventStore') => void = () => undefined,
): Promise<Stores> => {
  const { value, close } = await openInOrder(async (onClose) => {
    const database = await openDatabase(config, logger, onClose);
    isThere('database');
    const eventStoreUrl = config.EVENTSTORE_URL;
    if (eventStoreUrl !== undefined) await mustServe({ ...database, eventStoreUrl }, logger);
    isThere('eventStore');
    return { ...database, eventStoreUrl };
  });
  return { ...value, stop: close };
};

const openDatabase = async (
  { DATABASE_URL, DATA_DIR }: Config,
  logger: Logger,
  onClose: (close: Close) => void,
): Promise<Pick<Stores, 'databaseUrl' | 'readerUrl' | 'opsReaderUrl'>> => {
  if (DATABASE_URL === undefined) {
    const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR, logger });
    onClose(postgres.stop);
    return { databaseUrl: postgres.url, readerUrl: postgres.readerUrl, opsReaderUrl: postgres.opsReaderUrl };
  }
  const pool = createPool(DATABASE_URL, logger);
  await mustAnswer('DATABASE_URL', () => pool.query('SELECT 1'), logger).finally(() => pool.end());
  return { databaseUrl: DATABASE_URL };
};

const mustServe = async (places: EventPlaces, logger: Logger): Promise<void> => {
  const ask = async (): Promise<void> => {
    const eventStore = openEventStore(places, { deadlineMs: FIRST_ANSWER_MS, logger });
    await eventStore.head().finally(eventStore.close);
  };
  await mustAnswer('EVENTSTORE_URL', ask, logger);
};

/** Names the variable of a store that does not answer, but not its URL, which contains a password. */
const mustAnswer = async (variable: string, ask: () => Promise<unknown>, logger: Logger): Promise<void> => {
  try {
    await onceAnswered(ask, logger, { isFinal: leadsNowhere });
  } catch (error) {
    // A host with several addresses fails with one error per address and no common message.
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`${variable}: the store does not answer (${message === '' ? code : message})`, { cause: error });
  }
};

/** Stores of a running service; never stopped here. */
export const joinStores = ({ databaseUrl, readerUrl, opsReaderUrl, eventStoreUrl }: Omit<Stores, 'stop'>): Stores => ({
  databaseUrl,
  readerUrl,
  opsReaderUrl,
  eventStoreUrl,
  stop: async () => {},
});

export interface Secrets {
  /** 32 bytes each; the first is the target of a rotation. */
  readonly masterKeys: readonly [Buffer, ...Buffer[]];
  /** `kid:base64url[,kid:base64url]`; the first signs. */
  readonly jwtKeys: string;
  /** Secrets of the sandbox's providers; the first signs. */
  readonly sandboxCallbacks: SandboxSecret;
  /** Secrets of the sources that call about transactions, by the sources' names. */
  readonly chainCallbacks: ReadonlyMap<string, readonly string[]>;
}

/** Required in production; otherwise generated into the data directory on first start. */
export const readSecrets = (config: Config): Secrets => {
  const masterKey =
    config.MASTER_KEY ?? readOrCreateSecret(config.DATA_DIR, 'master-key', () => randomBytes(32).toString('base64'));
  const jwtKeys =
    config.JWT_KEYS ??
    readOrCreateSecret(config.DATA_DIR, 'jwt-keys', () => `k1:${randomBytes(32).toString('base64url')}`);
  const [first = Buffer.alloc(0), ...others] = keysOf(masterKey, 'base64');
  // Variables were checked when read; a file may have another author.
  if ([first, ...others, ...keysOf(jwtKeys, 'base64url')].some(isOneByteRepeated)) {
    throw new Error('a key in DATA_DIR/secrets is one repeated byte and not valid');
  }
  const chainCallbacks = config.CHAIN_CALLBACK_SECRETS ?? new Map<string, readonly string[]>();
  return {
    ...{ masterKeys: [first, ...others], jwtKeys, chainCallbacks },
    sandboxCallbacks: sandboxCallbackSecrets(config),
  };
};
