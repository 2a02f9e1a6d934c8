import './supported-node';

import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { localNetwork } from '../../../infra/catalog/local-network';
import { claimDataDirectory } from '../../../infra/run-file';
import { mustTrace } from '../../../infra/tracing/open-tracing';
import { type Config, readConfig } from '../../config';
import { type OpenedLocalChain, openLocalEvm, openLocalSolana } from '../chains/local-chain';
import { type Offer, readOffer } from '../chains/networks';
import { openDoor, openOperatorsDoor } from '../running/door';
import { mustHaveRole } from '../running/regulatory-role';
import { untilReady } from '../running/until-ready';
import { createLogger } from '../stores/logger';
import { onceAnswered } from '../stores/once-answered';
import { type Close, openInOrder, StoppedOpening } from '../stores/open-in-order';
import { openStores } from '../stores/stores';
import { dashboardLines } from '../wiring/dashboard/dashboard-link';
import { developmentLinks } from '../wiring/operators/development-operators';
import { readPriced } from '../wiring/prices/prices';
import { findOrOnboardDemoPartner, linesOf } from './demo-partner';
import { type Runtime, startRuntime } from './runtime';
import { stopOnSignal } from './stop-on-signal';

/** `npm start`: the whole service, with embedded stores unless configuration names others. */
const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  mustTrace(config.traces);
  // A wrong file is reported before a database is created.
  const offer = readOffer(config, []);
  mustHaveRole(config, offer, readPriced(config));
  let isStopping = false;
  const starting = openInOrder(
    (onClose) => open({ config, offer, logger }, onClose),
    () => isStopping,
  );
  // A stop waits for the current step and then closes, so that no database keeps running.
  const started = starting.catch((error: unknown) => {
    if (error instanceof StoppedOpening) return null;
    throw error;
  });
  stopOnSignal(logger, async () => {
    isStopping = true;
    await (await started)?.close();
  });
  await started;
};

interface Starting {
  readonly config: Config;
  readonly offer: Offer;
  readonly logger: Logger;
}

const open = async (starting: Starting, onClose: (close: Close) => void): Promise<void> => {
  const { config, logger } = starting;
  const claim = await claimDataDirectory(config.DATA_DIR);
  if (!claim.claimed) {
    throw new Error(
      `A service already runs on ${config.DATA_DIR}: ${claim.running?.url ?? 'its address is not known yet'}`,
    );
  }
  onClose(claim.release);
  const startedAt = new Date().toISOString();
  const door = await openDoor(config);
  onClose(door.stop);
  const operatorsDoor = await openOperatorsDoor(config);
  onClose(async () => operatorsDoor?.stop());
  const openingChains = openDevelopmentChains(starting);
  onClose(async () => Promise.all((await openingChains).map(({ stop }) => stop())));
  const stores = await openStores(config, logger, door.isThere);
  onClose(stores.stop);
  const chains = await openingChains;
  const reached = chains.map((chain) => chain.reached);
  const localChains = reached.map(localNetwork);
  const runtime = await startRuntime({ config, stores, logger, withWorkers: true, localChains, door, operatorsDoor });
  onClose(runtime.stop);
  const { databaseUrl, readerUrl, opsReaderUrl, eventStoreUrl } = stores;
  const { url } = runtime;
  claim.publish({ url, startedAt, databaseUrl, readerUrl, opsReaderUrl, eventStoreUrl, localChains: reached });
  await untilReady(runtime.readiness);
  await announce({ config, logger }, runtime, chains);
};

/** Local chains to try things on when no sandbox network of the world is configured; never in production. */
const openDevelopmentChains = async ({ config, offer, logger }: Starting): Promise<readonly OpenedLocalChain[]> => {
  if (config.production || offer.networks.some(({ mode, family }) => mode === 'sandbox' && family !== 'simulated'))
    return [];
  const without = (words: string) => (error: unknown) => {
    logger.warn({ err: error }, words);
    return null;
  };
  const opened = await Promise.all([
    openLocalEvm(logger).catch(without('the local EVM chain could not be started; see NETWORKS_FILE')),
    openLocalSolana(logger).catch(without('the local Solana chain could not be started; it needs the package litesvm')),
  ]);
  return opened.filter((chain) => chain !== null);
};

const announce = async (
  { config, logger }: Omit<Starting, 'offer'>,
  runtime: Runtime,
  chains: readonly OpenedLocalChain[],
): Promise<void> => {
  const { url } = runtime;
  const lines = [
    `lastro is running at ${url}`,
    '',
    `  API       ${url}/api/v1`,
    `  docs      ${url}/docs`,
    `  health    ${url}/health/ready`,
  ];
  if (runtime.metricsUrl !== null) lines.push(`  metrics   ${runtime.metricsUrl}`);
  for (const { reached } of chains)
    lines.push(`  chain     ${reached.rpcUrl} (${reached.family}, local, in memory, pays to ${reached.receiver})`);
  if (config.production && config.hasOpsDoor) lines.push(`  console   ${config.OPS_PUBLIC_URL}/console/`);
  if (!config.production) {
    const demo = await onceAnswered(() => findOrOnboardDemoPartner(config.DATA_DIR, runtime), logger);
    const dashboard = await onceAnswered(() => dashboardLines(config, runtime, demo), logger);
    lines.push('', ...linesOf(demo), ...dashboard);
    lines.push('', ...(await onceAnswered(() => developmentLinks(config, runtime), logger)));
  }
  const stop = existsSync('/proc') ? `Ctrl-C, or kill ${process.pid}` : 'Ctrl-C';
  lines.push('', `Stop it with ${stop}.`);
  process.stdout.write(`${lines.join('\n')}\n`);
};

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
