import type { Logger } from 'pino';
import { rejection } from '../../../aggregates/rejection';
import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import { createBackoff } from '../../../commands/timing/backoff';
import { type NetworkLook, watchNetwork } from '../../../commands/watching/watch-network';
import type { NetworkSettings } from '../../../infra/catalog/networks';
import type { createChainReader } from '../../../infra/chains/families';
import type { Recovery } from '../../../infra/readiness/recovery';
import { rest } from '../../../infra/timing/rest';
import { createBell } from '../../../packages/event-store/timing/bell';
import type { ServicePorts } from '../../service-ports';
import { type WatchPorts, watchDepsOf } from '../chains/watch-deps';
import { isWorkHeldByStore } from '../stores/store-away';
import { aheadOf, createClockAlarm } from './clock-alarm';

export interface WatcherHealth {
  readonly ok: boolean;
  readonly detail: string;
  /** The last look failed because of a store, and not of the node: the stores have checks of their own. */
  readonly waitsForStore?: boolean;
}

export interface Watcher {
  readonly network: string;
  readonly health: () => WatcherHealth;
  readonly stop: () => Promise<void>;
}

export interface WatcherDeps extends WatchPorts {
  readonly createChainReader: typeof createChainReader;
  readonly ports: ServicePorts;
  readonly logger: Logger;
  readonly counts?: WatchCounts;
  /** False while the stores are not known to belong together. */
  readonly mayLook: () => boolean;
  readonly recovery?: Pick<Recovery, 'onRecovery'>;
}

export interface WatchCounts {
  readonly lookFailed: (network: string) => void;
  readonly newest: (network: string, height: bigint) => void;
  /** Records of others that the projector ignored. */
  readonly foreignSeen?: (records: number) => void;
}

/** Back-off for an unreachable node. */
const RETRY = { firstMs: 500, longestMs: 30_000 };
/** For an unreachable store, unless its recovery is announced first; the node's back-off does not change. */
const HELD = { firstMs: 500, longestMs: 5_000 };

export interface WatcherState {
  health: WatcherHealth;
  stopping: AbortController;
}

/** Starts a watcher per network; our clock is doubted only when all of them contradict it. */
export const startWatchers = (deps: WatcherDeps, networks: readonly NetworkSettings[]): readonly Watcher[] => {
  const names = networks.map(({ name }) => name);
  const tellClock = createClockAlarm(names, deps.ports.alert);
  return networks.map((settings) =>
    startWatcher(deps, settings, (aheadMs) => {
      tellClock(settings.name, aheadMs);
    }),
  );
};

/** Takes the distance of the newest block's time ahead of our clock; null when the scan did not report it. */
type TellAhead = (aheadMs: number | null) => void;

/** Watches one network until stopped; its failures affect no other watcher. */
export const startWatcher = (
  deps: WatcherDeps,
  settings: NetworkSettings,
  tellAhead: TellAhead = () => undefined,
): Watcher => {
  const state: WatcherState = { health: { ok: false, detail: 'starting' }, stopping: new AbortController() };
  const running = run(deps, settings, state, tellAhead);
  return {
    network: settings.name,
    health: () => state.health,
    stop: async () => {
      state.stopping.abort();
      await running;
    },
  };
};

const run = async (
  deps: WatcherDeps,
  settings: NetworkSettings,
  state: WatcherState,
  tellAhead: TellAhead,
): Promise<void> => {
  const reader = await openReader(deps, settings, state);
  if (reader === null) return;
  try {
    const look = lookingWhere(deps.mayLook, watchNetwork(watchDepsOf(deps, settings, reader)));
    const tellFailure = (): void => deps.counts?.lookFailed(settings.name);
    const { onRecovery } = deps.recovery ?? {};
    await keepLooking({ look, logger: deps.logger, tellAhead, tellFailure, onRecovery }, settings, state);
  } finally {
    await reader.close();
  }
};

/** Without `mayLook`, transfers could not be written, and the scan position must not move past them. */
const lookingWhere =
  (mayLook: () => boolean, look: DueQueues['look']): DueQueues['look'] =>
  async () => {
    if (!mayLook()) throw rejection('SERVICE_UNAVAILABLE', 'The stores are not verified as a pair');
    return look();
  };

interface DueQueues {
  readonly look: () => Promise<NetworkLook>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly tellAhead?: TellAhead;
  readonly tellFailure?: () => void;
  readonly onRecovery?: Recovery['onRecovery'] | undefined;
}

/** Looks until stopped. Backs off only after a look fails as a whole; parts that fail rest by themselves. */
export const keepLooking = async (
  dueQueues: DueQueues,
  { name, pollIntervalMs }: Pick<NetworkSettings, 'name' | 'pollIntervalMs'>,
  state: WatcherState,
): Promise<void> => {
  const { look, logger, tellAhead = () => undefined, tellFailure = () => undefined } = dueQueues;
  const { signal } = state.stopping;
  const [retry, held] = [createBackoff(RETRY), createBackoff(HELD)];
  const woken = wakeUps(dueQueues, signal);
  let lastTroubles = '';
  while (!signal.aborted) {
    try {
      const seen = await look();
      tellAhead(seen.aheadMs);
      state.health = healthOf(seen);
      lastTroubles = warnOfNew(logger, name, seen, lastTroubles);
      for (const backoff of [retry, held]) backoff.reset();
      if (!seen.behind) await rest(pollIntervalMs, signal);
    } catch (error) {
      tellAhead(aheadOf(error));
      tellFailure();
      const health = healthAfter(error);
      if (!isHeld(health) || !isHeld(state.health))
        logger.warn({ network: name, err: error }, 'the scan of the network failed; retries continue');
      state.health = health;
      if (isHeld(health)) await woken.wait(held.next());
      else await rest(retry.next(), signal);
    }
  }
  woken.forget();
};

/** Ends a wait when a store recovers, and when the watcher stops. */
const wakeUps = ({ onRecovery = () => () => undefined }: Pick<DueQueues, 'onRecovery'>, signal: AbortSignal) => {
  const bell = createBell();
  const forget = onRecovery(bell.ring);
  signal.addEventListener('abort', bell.ring, { once: true });
  return { wait: bell.wait, forget };
};

const isHeld = ({ waitsForStore = false }: WatcherHealth): boolean => waitsForStore;

const healthAfter = (error: unknown): WatcherHealth =>
  isWorkHeldByStore(error)
    ? { ok: false, detail: 'waits for the stores', waitsForStore: true }
    : { ok: false, detail: whyFailed(error) };

const whyFailed = (error: unknown): string =>
  error instanceof Error && 'foreignChain' in error
    ? `the endpoints serve chain ${String(error.foreignChain)} instead of the chain in the networks file`
    : 'the last scan failed; see the log';

/** Public, so without the text of troubles, which may quote a node: that is in the log only. */
const healthOf = ({ behind, troubles, failure, questions }: NetworkLook): WatcherHealth => {
  const asked = ['finality', 'gap', 'receiver', 'failing'].filter((name) => name in questions);
  if (asked.length > 0) return { ok: false, detail: `in doubt: ${asked.join(', ')}; see the log` };
  if (failure !== null) return { ok: false, detail: 'the last scan failed; see the log' };
  if (troubles.length > 0) return { ok: false, detail: `not checked or read: ${troubles.length}; see the log` };
  return { ok: true, detail: behind ? 'catching up' : 'watching' };
};

/** Logs problems only when they change. Returns them as one text. */
const warnOfNew = (
  logger: DueQueues['logger'],
  network: string,
  { failure, troubles, foundLate, unprovedBlocks }: NetworkLook,
  before: string,
): string => {
  if (foundLate > 0) logger.warn({ network, foundLate }, 'deposits were found that no scan had reported');
  if (unprovedBlocks > 0) logger.warn({ network, unprovedBlocks }, 'balances of final blocks could not be compared');
  const all = failure === null ? troubles : [failure, ...troubles];
  const text = all.join('\n');
  if (text !== '' && text !== before) {
    logger.warn({ network, troubles: all }, 'the scan was incomplete; retries continue');
  }
  return text;
};

/** Null when the configuration cannot be right or the watcher is stopped first. */
const openReader = async (
  deps: WatcherDeps,
  settings: NetworkSettings,
  state: WatcherState,
): Promise<ChainReader | null> => {
  const { signal } = state.stopping;
  const retry = createBackoff(RETRY);
  while (!signal.aborted) {
    try {
      return await createReader(deps, settings);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      deps.logger.error({ network: settings.name, detail }, 'this network is not watched');
      state.health = { ok: false, detail };
      await rest(retry.next(), signal);
    }
  }
  return null;
};

const createReader = async (deps: WatcherDeps, settings: NetworkSettings): Promise<ChainReader> => {
  const reader = await deps.createChainReader({
    network: settings,
    assets: deps.ports.catalog.assets,
    rpcUrls: settings.rpcUrls,
    memoPrefix: deps.ports.settings.memoPrefix,
    finality: settings.finality,
    alert: deps.ports.alert,
    logger: deps.logger,
  });
  return deps.counts === undefined ? reader : tellingHeads(reader, deps.counts);
};

const tellingHeads = (reader: ChainReader, { newest }: WatchCounts): ChainReader => ({
  ...reader,
  heads: async (kept) => {
    const heads = await reader.heads(kept);
    if (heads.outcome === 'HEADS') newest(reader.network, heads.newest.height);
    return heads;
  },
});
