import type { Logger } from 'pino';
import { prepareEventStore } from '../../../../infra/event-store/open-event-store';
import { startEmbeddedPostgres } from '../../../../infra/postgres/embedded/embedded';
import { claimDataDirectory, type RunInfo, readRunFile } from '../../../../infra/run-file';
import { type Config, readConfig } from '../../../config';
import { isEmbeddedMode } from '../../stores/embedded-mode';
import { createLogger } from '../../stores/logger';
import { type OnClose, openInOrder } from '../../stores/open-in-order';

/** Where both stores are; not yet asked. */
export interface Places {
  readonly databaseUrl: string;
  /** Absent where the events are in the database. */
  readonly eventStoreUrl?: string | undefined;
  readonly isEmbedded: boolean;
}

export const inPlaces = async <Value>(work: (places: Places, logger: Logger) => Promise<Value>): Promise<Value> => {
  const config = readConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL === 'info' ? 'error' : config.LOG_LEVEL);
  const { value: places, close } = await openInOrder((onClose) => findPlaces(config, logger, onClose));
  try {
    return await work(places, logger);
  } finally {
    await close();
  }
};

/** A configured store has priority over that of a running service. Embedded stores without a service are started. */
const findPlaces = async (config: Config, logger: Logger, onClose: OnClose): Promise<Places> => {
  const { DATABASE_URL, EVENTSTORE_URL, DATA_DIR } = config;
  if (DATABASE_URL !== undefined && EVENTSTORE_URL !== undefined) {
    return { databaseUrl: DATABASE_URL, eventStoreUrl: EVENTSTORE_URL, isEmbedded: false };
  }
  const running = await readRunFile(DATA_DIR);
  if (running !== null) return placesOf(config, running);
  const claim = await claimDataDirectory(DATA_DIR);
  if (!claim.claimed) {
    if (claim.running === null) throw new Error('A service is starting on this data directory: try again in a moment');
    return placesOf(config, claim.running);
  }
  onClose(claim.release);
  return startEmbedded(config, logger, onClose);
};

const placesOf = (config: Config, running: RunInfo): Places => ({
  databaseUrl: config.DATABASE_URL ?? running.databaseUrl,
  eventStoreUrl: config.EVENTSTORE_URL ?? running.eventStoreUrl,
  isEmbedded: isEmbeddedMode(config, running),
});

const startEmbedded = async (config: Config, logger: Logger, onClose: OnClose): Promise<Places> => {
  const { DATABASE_URL, EVENTSTORE_URL, DATA_DIR: dataDir } = config;
  const isEmbedded = isEmbeddedMode(config, null);
  let databaseUrl = DATABASE_URL;
  if (databaseUrl === undefined) {
    const postgres = await startEmbeddedPostgres({ dataDir, logger });
    onClose(postgres.stop);
    databaseUrl = postgres.url;
  }
  if (EVENTSTORE_URL === undefined) await prepareEventStore({ databaseUrl }, logger);
  return { databaseUrl, eventStoreUrl: EVENTSTORE_URL, isEmbedded };
};
