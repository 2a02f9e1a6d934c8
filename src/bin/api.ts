import './supported-node';

import { readRunFile } from '../../infra/run-file';
import { type Config, readConfig } from '../config';
import { createLogger } from './logger';
import { publishedChain } from './networks';
import { type RuntimeOptions, startRuntime } from './runtime';
import { stopOnSignal } from './stop-on-signal';
import { joinStores } from './stores';

/** `npm run api`: one more API process on the stores of a running service. */
const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  const runtime = await startRuntime({ config, logger, withWorkers: false, ...(await findStores(config)) });
  process.stdout.write(`lastro API is running at ${runtime.url}\n`);
  stopOnSignal(logger, runtime.stop);
};

const findStores = async (config: Config): Promise<Pick<RuntimeOptions, 'stores' | 'localChain'>> => {
  const running = await readRunFile(config.DATA_DIR);
  if (running !== null) {
    return { stores: joinStores(running.databaseUrl, running.eventStoreUrl), localChain: publishedChain(running) };
  }
  if (config.DATABASE_URL !== undefined && config.EVENTSTORE_URL !== undefined) {
    return { stores: joinStores(config.DATABASE_URL, config.EVENTSTORE_URL), localChain: null };
  }
  throw new Error(
    `No service runs on ${config.DATA_DIR}: start one with npm start, or name DATABASE_URL and EVENTSTORE_URL`,
  );
};

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
