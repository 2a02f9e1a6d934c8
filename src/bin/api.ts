import './supported-node';

import type { Logger } from 'pino';
import { type RunInfo, readRunFile } from '../../infra/run-file';
import { type Config, readConfig } from '../config';
import { openDoor } from './door';
import { followService, type Running } from './follow-service';
import { createLogger } from './logger';
import { publishedChain } from './networks';
import { type RuntimeOptions, startRuntime } from './runtime';
import { stopOnSignal } from './stop-on-signal';
import { joinStores } from './stores';
import { untilReady } from './until-ready';

/** `npm run api`: one more API process on the stores of a running service. */
const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  const running = await readRunFile(config.DATA_DIR);
  const runOn = (found: Found, changes: Partial<Config> = {}) => run(found, { ...config, ...changes }, logger);
  const api =
    running === null ? await runOn(namedStores(config)) : await followRunning(running, { config, logger, runOn });
  process.stdout.write(`lastro API is running at ${api.url}\n`);
  stopOnSignal(logger, api.stop);
};

const run = async (found: Found, config: Config, logger: Logger): Promise<Running> => {
  const door = await openDoor(config);
  const runtime = await startRuntime({ ...found, config, logger, withWorkers: false, door });
  await untilReady(runtime.readiness);
  return runtime;
};

type Found = Pick<RuntimeOptions, 'stores' | 'localChain'>;

interface Following {
  readonly config: Config;
  readonly logger: Logger;
  readonly runOn: (found: Found, changes?: Partial<Config>) => Promise<Running>;
}

const followRunning = (running: RunInfo, { config, logger, runOn }: Following): Promise<Running> =>
  followService(running, {
    find: () => readRunFile(config.DATA_DIR),
    isSame: (left, right) => left.databaseUrl === right.databaseUrl && left.eventStoreUrl === right.eventStoreUrl,
    run: (info, port) => {
      const found = { stores: joinStores(info), localChain: publishedChain(info) };
      return runOn(found, port === null ? {} : { PORT: port });
    },
    onMove: () => logger.warn('the service has started again, and its stores are elsewhere: going there'),
    onTrouble: (error) => logger.error({ err: error }, 'the stores of the service cannot be used; trying again'),
  });

const namedStores = ({ DATABASE_URL, EVENTSTORE_URL, DATA_DIR }: Config): Found => {
  if (DATABASE_URL !== undefined && EVENTSTORE_URL !== undefined) {
    return { stores: joinStores({ databaseUrl: DATABASE_URL, eventStoreUrl: EVENTSTORE_URL }), localChain: null };
  }
  throw new Error(`No service runs on ${DATA_DIR}: start one with npm start, or name DATABASE_URL and EVENTSTORE_URL`);
};

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
