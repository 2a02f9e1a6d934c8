import { readRunFile } from '../../infra/run-file';
import { type Config, readConfig } from '../config';
import { createLogger } from './logger';
import { startRuntime } from './runtime';
import { stopOnSignal } from './stop-on-signal';
import { joinStores, type Stores } from './stores';

/** `npm run api`: one more API process on the stores of a running service. */
const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  const stores = await findStores(config);
  const runtime = await startRuntime({ config, stores, logger, withWorkers: false });
  process.stdout.write(`lastro API is running at ${runtime.url}\n`);
  stopOnSignal(logger, runtime.stop);
};

const findStores = async (config: Config): Promise<Stores> => {
  const running = await readRunFile(config.DATA_DIR);
  if (running !== null) return joinStores(running.databaseUrl, running.eventStoreUrl);
  if (config.DATABASE_URL !== undefined && config.EVENTSTORE_URL !== undefined) {
    return joinStores(config.DATABASE_URL, config.EVENTSTORE_URL);
  }
  throw new Error(
    `No service runs on ${config.DATA_DIR}: start one with npm start, or name DATABASE_URL and EVENTSTORE_URL`,
  );
};

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
