import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startLocalChain } from '../../infra/chains/local/local-chain';
import type { LimitsPerMinute } from '../../infra/http/rate-limits';
import { startEmbeddedPostgres } from '../../infra/postgres/embedded/embedded';
import { projectRoot } from '../../infra/project-root';
import { type RunInfo, readRunFile } from '../../infra/run-file';
import { type Config, type Environment, readConfig, VARIABLES } from '../../src/config';
import { RECEIVER } from '../seeds/quotes';
import { whileStopped } from './processes';
import type { Site } from './site';
import { quietLogger } from './stores';

/** The whole service in a process of its own, as `npm start` runs it, with one EVM network to watch. */
export interface BenchService extends RunInfo {
  readonly config: Config;
  /** At the site's end at the latest. */
  readonly stop: () => Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 20;
const POLL_INTERVAL_MS = 200;
const LAST_LINES = 20;

const UNLIMITED: LimitsPerMinute = {
  ip: 0,
  credentialed: 0,
  partner: 0,
  partnerUsers: 0,
  userGet: 0,
  cashoutPost: 0,
  cashinPost: 0,
  withdraw: 0,
  validateCode: 0,
};

/** Settings by which a benchmark differs from the others. */
export interface ServiceOptions {
  /** Where its network is reached; a chain that mines a block every second when absent. */
  readonly rpcUrl?: string;
  readonly pollIntervalMs?: number;
  readonly environment?: Environment;
}

export const startService = async (site: Site, options: ServiceOptions = {}): Promise<BenchService> => {
  const { rpcUrl = await startChain(site), pollIntervalMs = POLL_INTERVAL_MS } = options;
  return launchService(site, { ...settingsOf(site, rpcUrl, pollIntervalMs), ...options.environment });
};

/** `npm start` with these settings and no others; resolves when it is ready. */
export const launchService = async (site: Site, environment: Environment): Promise<BenchService> => {
  const logFile = path.join(site.dataDir, 'service.log');
  const log = openSync(logFile, 'w', 0o600);
  const child = spawn(process.execPath, wordsOf('start'), {
    cwd: projectRoot(),
    env: { ...foreign(process.env), ...environment },
    stdio: ['ignore', 'ignore', log],
  });
  closeSync(log);
  const exited = once(child, 'exit');
  // A service that was killed leaves its database running.
  site.onLeave(async () => {
    if (child.exitCode !== 0)
      await (await startEmbeddedPostgres({ dataDir: site.dataDir, logger: quietLogger })).stop();
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(kill);
  };
  site.onLeave(stop);
  const ended = exited.then(() => {
    throw new Error(`The service ended while it started:\n${lastLines(logFile)}`);
  });
  const info = await Promise.race([untilPublished(site.dataDir), ended]);
  await untilReady(info.url);
  return { ...info, config: readConfig(environment), stop };
};

/** Flags and program of `npm start` or `npm run api`. */
const wordsOf = (script: 'start' | 'api'): readonly string[] => {
  const text = readFileSync(path.join(projectRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly scripts: Record<typeof script, string> }).scripts[script].split(' ').slice(1);
};

export const launchApi = (site: Site, environment: Environment): number => {
  const child = spawn(process.execPath, wordsOf('api'), {
    ...{ cwd: projectRoot(), env: { ...foreign(process.env), ...environment }, stdio: 'ignore' },
  });
  const exited = once(child, 'exit');
  site.onLeave(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return child.pid ?? 0;
};

/** Drops the service's own variables: the benchmark sets them. */
const foreign = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const ours: ReadonlySet<string> = new Set(VARIABLES);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ours.has(name)));
};

const settingsOf = ({ dataDir }: Site, rpcUrl: string, pollIntervalMs: number): Environment => {
  const networksFile = path.join(dataDir, 'networks.json');
  const network = { name: 'ethereum', family: 'evm', chainId: 1, rpcUrls: [rpcUrl], receiver: RECEIVER };
  const watched = { ...network, finality: 'finalized', pollIntervalMs, local: true };
  writeFileSync(networksFile, JSON.stringify({ networks: [watched] }));
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    NETWORKS_FILE: networksFile,
    LOG_LEVEL: 'warn',
    RATE_LIMITS: JSON.stringify(UNLIMITED),
    QUOTE_WINDOW_SECONDS: '3600',
    AMOUNT_LIMITS_CENTS: '1,86400000',
  };
};

/** A chain under the name and number of a network of the catalog, so that its coin can be paid with. */
export const startChain = async (site: Site): Promise<string> => {
  const chain = await startLocalChain({ blockTimeSeconds: 1, slotsInAnEpoch: 1, chainId: 1, logger: quietLogger });
  site.onLeave(chain.stop);
  return chain.url;
};

const untilPublished = async (dataDir: string): Promise<RunInfo> => {
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += POLL_MS) {
    const info = await readRunFile(dataDir);
    if (info !== null) return info;
    await pause(POLL_MS);
  }
  throw new Error('The service did not start in time');
};

/** The service is stopped meanwhile, except its PostgreSQL; afterwards it is ready again. */
export const whileServiceStands = async <Value>(
  { pid, url }: Pick<BenchService, 'pid' | 'url'>,
  work: () => Promise<Value>,
): Promise<Value> => {
  const value = await whileStopped(pid, work);
  await untilReady(url);
  return value;
};

const untilReady = async (url: string): Promise<void> => {
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += POLL_MS) {
    // A connection that was kept alive over a standstill may be closed.
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok === true) return;
    await pause(POLL_MS);
  }
  throw new Error('The service did not become ready in time');
};

const lastLines = (file: string): string => readFileSync(file, 'utf8').split('\n').slice(-LAST_LINES).join('\n');
