import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { claimDataDirectory } from '../../infra/run-file';
import { type Config, readConfig } from '../config';
import { findOrOnboardDemoPartner } from './demo-partner';
import { type OpenedLocalChain, openLocalChain } from './local-chain';
import { createLogger } from './logger';
import { type Runtime, startRuntime } from './runtime';
import { stopOnSignal } from './stop-on-signal';
import { openStores } from './stores';

/** `npm start`: the whole service, with embedded stores unless configuration names others. */
const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  const claim = await claimDataDirectory(config.DATA_DIR);
  if (!claim.claimed) {
    const where = claim.running?.url ?? 'it has not said where yet';
    process.stderr.write(`A service runs on ${config.DATA_DIR} already: ${where}\n`);
    process.exit(1);
  }
  const startedAt = new Date().toISOString();
  const stores = await openStores(config, logger);
  const chain = await openDevelopmentChain(config, logger);
  const localChain = chain === null ? {} : { localChain: chain.added };
  const runtime = await startRuntime({ config, stores, logger, withWorkers: true, ...localChain });
  claim.publish({ url: runtime.url, startedAt, databaseUrl: stores.databaseUrl, eventStoreUrl: stores.eventStoreUrl });
  await announce(config, runtime, chain);
  stopOnSignal(logger, async () => {
    await runtime.stop();
    await chain?.stop();
    await stores.stop();
    await claim.release();
  });
};

/** Without a networks file there would be nothing to try: a chain on this machine, where one can be had. */
const openDevelopmentChain = async (config: Config, logger: Logger): Promise<OpenedLocalChain | null> => {
  if (config.production || config.NETWORKS_FILE !== undefined) return null;
  try {
    return await openLocalChain(logger);
  } catch (error) {
    logger.warn({ err: error }, 'no local chain could be started, so no network is watched; see NETWORKS_FILE');
    return null;
  }
};

const announce = async (config: Config, runtime: Runtime, chain: OpenedLocalChain | null): Promise<void> => {
  const { url } = runtime;
  const lines = [
    `lastro is running at ${url}`,
    '',
    `  API       ${url}/api/v1`,
    `  docs      ${url}/docs`,
    `  health    ${url}/health/ready`,
  ];
  if (chain !== null)
    lines.push(`  chain     ${chain.url} (local, in memory, pays to ${chain.added.network.receiver})`);
  if (!config.production) {
    const { partnerId, apiKey } = await findOrOnboardDemoPartner(config.DATA_DIR, runtime);
    lines.push('', `  demo partner  ${partnerId}`, `  its API key   ${apiKey}`);
  }
  const stop = existsSync('/proc') ? `Ctrl-C, or kill ${process.pid}` : 'Ctrl-C';
  lines.push('', `Stop it with ${stop}.`);
  process.stdout.write(`${lines.join('\n')}\n`);
};

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
