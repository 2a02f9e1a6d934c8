import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ChainReader } from '../../commands/ports';
import { watchNetwork } from '../../commands/watch-network';
import type { NetworkSettings } from '../../infra/catalog/networks';
import { createChainReader } from '../../infra/chains/chains';
import { watchCursors } from '../../infra/chains/cursors';
import { listOpenDeposits, movementOf } from '../../read-models/deposits';
import { hasDeadlineBetween, lastWatermark } from '../../read-models/reconciliation-intents';
import type { ServicePorts } from '../service';

/** How a network's watcher is: what readiness shows. */
export interface WatcherHealth {
  readonly ok: boolean;
  readonly detail: string;
}

export interface Watcher {
  readonly network: string;
  readonly health: () => WatcherHealth;
  readonly stop: () => Promise<void>;
}

export interface WatcherDeps {
  readonly ports: ServicePorts;
  readonly pool: Pool;
  readonly logger: Logger;
}

/** A node that is away is asked again after this, doubling up to the longest. */
const RETRY_FIRST_MS = 500;
const RETRY_LONGEST_MS = 30_000;

interface State {
  health: WatcherHealth;
  stopping: AbortController;
}

/** Watches one network until stopped. A wrong chain id stops this watcher, and no other, before it reads anything. */
export const startWatcher = (deps: WatcherDeps, settings: NetworkSettings): Watcher => {
  const state: State = { health: { ok: false, detail: 'starting' }, stopping: new AbortController() };
  const running = run(deps, settings, state);
  return {
    network: settings.name,
    health: () => state.health,
    stop: async () => {
      state.stopping.abort();
      await running;
    },
  };
};

const run = async (deps: WatcherDeps, settings: NetworkSettings, state: State): Promise<void> => {
  const { signal } = state.stopping;
  const reader = await openReader(deps, settings, state);
  if (reader === null) return;
  const look = watchNetwork(depsOf(deps, reader));
  let retryMs = RETRY_FIRST_MS;
  while (!signal.aborted) {
    try {
      const { behind } = await look();
      state.health = { ok: true, detail: behind ? 'catching up' : 'watching' };
      retryMs = RETRY_FIRST_MS;
      if (!behind) await rest(settings.pollIntervalMs, signal);
    } catch (error) {
      deps.logger.warn({ network: settings.name, err: error }, 'the network could not be looked at; it is tried again');
      state.health = { ok: false, detail: 'the last look failed; the log says why' };
      await rest(retryMs, signal);
      retryMs = Math.min(retryMs * 2, RETRY_LONGEST_MS);
    }
  }
};

const rest = (waitMs: number, signal: AbortSignal): Promise<void> =>
  pause(waitMs, undefined, { signal }).catch(() => undefined);

/** The reader once the node has proved to serve the right chain; null when it never will, or when we are stopped first. */
const openReader = async (deps: WatcherDeps, settings: NetworkSettings, state: State): Promise<ChainReader | null> => {
  const { signal } = state.stopping;
  let retryMs = RETRY_FIRST_MS;
  while (!signal.aborted) {
    try {
      const reader = await createReader(deps, settings);
      await reader.checkIdentity();
      return reader;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      deps.logger.error({ network: settings.name, detail }, 'this network is not watched');
      state.health = { ok: false, detail };
      await rest(retryMs, signal);
      retryMs = Math.min(retryMs * 2, RETRY_LONGEST_MS);
    }
  }
  return null;
};

const createReader = ({ ports, logger }: WatcherDeps, settings: NetworkSettings): Promise<ChainReader> =>
  createChainReader({
    network: settings,
    assets: ports.catalog.assets,
    rpcUrls: settings.rpcUrls,
    memoPrefix: ports.settings.memoPrefix,
    finality: settings.finality,
    logger,
  });

const depsOf = ({ ports, pool }: WatcherDeps, reader: ChainReader): Parameters<typeof watchNetwork>[0] => {
  const cursors = watchCursors(pool, reader.network);
  return {
    ...ports,
    reader,
    readCursor: cursors.read,
    saveCursor: cursors.save,
    openMovements: async (upToBlock) =>
      (await listOpenDeposits(ports.query, reader.network, upToBlock.toString())).map(movementOf),
    watermarkMatters: async (time) => {
      const after = await lastWatermark(ports.query, reader.network);
      return hasDeadlineBetween(ports.query, reader.network, after, time);
    },
  };
};
