import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ChainReader } from '../../commands/ports/single-chain-reader';
import { type NetworkLook, watchNetwork } from '../../commands/watch-network';
import type { NetworkSettings } from '../../infra/catalog/networks';
import { watchCursors } from '../../infra/chains/cursors';
import { createChainReader } from '../../infra/chains/families';
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

export interface WatcherState {
  health: WatcherHealth;
  stopping: AbortController;
}

/** Watches one network until stopped. A wrong chain id stops this watcher, and no other, before it reads anything. */
export const startWatcher = (deps: WatcherDeps, settings: NetworkSettings): Watcher => {
  const state: WatcherState = { health: { ok: false, detail: 'starting' }, stopping: new AbortController() };
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

const run = async (deps: WatcherDeps, settings: NetworkSettings, state: WatcherState): Promise<void> => {
  const reader = await openReader(deps, settings, state);
  if (reader === null) return;
  await keepLooking({ look: watchNetwork(depsOf(deps, reader)), logger: deps.logger }, settings, state);
};

interface Lookout {
  readonly look: () => Promise<NetworkLook>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Looks until stopped. Only a look that failed makes it wait longer: new payments do not wait for what is not judged. */
export const keepLooking = async (
  { look, logger }: Lookout,
  { name, pollIntervalMs }: Pick<NetworkSettings, 'name' | 'pollIntervalMs'>,
  state: WatcherState,
): Promise<void> => {
  const { signal } = state.stopping;
  let retryMs = RETRY_FIRST_MS;
  let lastTroubles = '';
  while (!signal.aborted) {
    try {
      const { behind, troubles } = await look();
      state.health = healthOf({ behind, troubles });
      lastTroubles = warnOfNew(logger, name, troubles, lastTroubles);
      retryMs = RETRY_FIRST_MS;
      if (!behind) await rest(pollIntervalMs, signal);
    } catch (error) {
      logger.warn({ network: name, err: error }, 'the network could not be looked at; it is tried again');
      state.health = { ok: false, detail: 'the last look failed; the log says why' };
      await rest(retryMs, signal);
      retryMs = Math.min(retryMs * 2, RETRY_LONGEST_MS);
    }
  }
};

/** Anybody may read it: the troubles themselves, which may quote a node, are in the log only. */
const healthOf = ({ behind, troubles }: NetworkLook): WatcherHealth => {
  if (troubles.length === 0) return { ok: true, detail: behind ? 'catching up' : 'watching' };
  return { ok: false, detail: `deposits that could not be judged: ${troubles.length}; the log says why` };
};

/** They are tried again at every look: the log has them once, until they are others. Answers them as one text. */
const warnOfNew = (
  logger: Lookout['logger'],
  network: string,
  troubles: NetworkLook['troubles'],
  before: string,
): string => {
  const text = troubles.join('\n');
  if (text !== '' && text !== before) {
    logger.warn({ network, troubles }, 'deposits could not be judged; they are tried again');
  }
  return text;
};

const rest = (waitMs: number, signal: AbortSignal): Promise<void> =>
  pause(waitMs, undefined, { signal }).catch(() => undefined);

/** The reader once the node has proved to serve the right chain; null when it never will, or when we are stopped first. */
const openReader = async (
  deps: WatcherDeps,
  settings: NetworkSettings,
  state: WatcherState,
): Promise<ChainReader | null> => {
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
