import './supported-node';

import type { Logger } from 'pino';
import { type RunInfo, readRunFile } from '../../../infra/run-file';
import { type Config, readConfig } from '../../config';
import { publishedChains } from '../chains/networks';
import { openDoor, openOperatorsDoor } from '../running/door';
import { untilReady } from '../running/until-ready';
import { followService, type Running } from '../stores/follow-service';
import { createLogger } from '../stores/logger';
import { joinStores } from '../stores/stores';
import { type Runtime, type RuntimeOptions, startRuntime } from './runtime';
import { stopOnSignal } from './stop-on-signal';

/** `npm run api`: one more API process on the stores of a running service. */
const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  const service = await readRunFile(config.DATA_DIR);
  const found = service === null ? namedStores(config) : storesOf(service);
  const door = await openDoor(config);
  const operatorsDoor = await openOperatorsDoor(config);
  const lent = () => ({ door: door.lend(), operatorsDoor: operatorsDoor?.lend() ?? null });
  const run = (there: Found): Promise<Runtime> =>
    startRuntime({ ...there, config, logger, withWorkers: false, ...lent() });
  // An interrupted start leaves no more than a killed one, and owns nothing that others need.
  const running: Running[] = [];
  stopOnSignal(logger, async () => {
    await Promise.all([door.stop(), operatorsDoor?.stop(), ...running.map(({ stop }) => stop())]);
  });
  const runtime = await run(found);
  running.push(service === null ? runtime : followRunning(service, runtime, { config, logger, run }));
  await untilReady(runtime.readiness);
  process.stdout.write(`lastro API is running at ${door.url}\n`);
};

type Found = Pick<RuntimeOptions, 'stores' | 'localChains'>;

interface Following {
  readonly config: Config;
  readonly logger: Logger;
  readonly run: (found: Found) => Promise<Running>;
}

const storesOf = (service: RunInfo): Found => ({ stores: joinStores(service), localChains: publishedChains(service) });

const followRunning = (service: RunInfo, runtime: Running, { config, logger, run }: Following): Running =>
  followService(service, runtime, {
    find: () => readRunFile(config.DATA_DIR),
    isSame: (left, right) => left.databaseUrl === right.databaseUrl && left.eventStoreUrl === right.eventStoreUrl,
    run: (found) => run(storesOf(found)),
    onMove: () => logger.warn('the service has restarted with other stores: the API follows'),
    onTrouble: (error) => logger.error({ err: error }, 'the stores of the service are not usable; retries continue'),
  });

const namedStores = ({ DATABASE_URL, EVENTSTORE_URL, DATA_DIR }: Config): Found => {
  if (DATABASE_URL !== undefined) {
    return { stores: joinStores({ databaseUrl: DATABASE_URL, eventStoreUrl: EVENTSTORE_URL }), localChains: [] };
  }
  throw new Error(`No service runs on ${DATA_DIR}: start it with npm start, or set DATABASE_URL`);
};

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
