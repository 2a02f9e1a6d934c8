import type { Logger } from 'pino';
import type { LocalNetwork } from '../../../infra/catalog/local-network';
import { createNotifier } from '../../../infra/postgres/notify';
import { startProjector } from '../../../infra/projections/live/projector';
import { APPLIED_CHANNEL } from '../../../infra/projections/waiting/checkpoints';
import { followCheckpoints } from '../../../infra/projections/waiting/follow-checkpoints';
import { claimDataDirectory, type RunInfo, readRunFile } from '../../../infra/run-file';
import { projections } from '../../../projections/all';
import type { Config } from '../../config';
import { createService, type Service } from '../../service';
import { publishedChains } from '../chains/networks';
import { isEmbeddedMode } from '../stores/embedded-mode';
import { onceAnswered } from '../stores/once-answered';
import { type Close, openInOrder } from '../stores/open-in-order';
import { joinStores, openStores, type Stores } from '../stores/stores';
import { type Adapters, openAdapters } from './adapters';

export interface Session {
  readonly service: Service;
  readonly adapters: Adapters;
  readonly databaseUrl: string;
  readonly isEmbedded: boolean;
  readonly close: () => Promise<void>;
}

/** Joins the stores of the service that runs on this data directory, or opens them. */
export const openSession = async (config: Config, logger: Logger): Promise<Session> => {
  const { value, close } = await openInOrder(async (onClose) => {
    const { stores, localChains, isOwner, isEmbedded } = await reachStores(config, logger, onClose);
    const adapters = await openAdapters({ config, stores, logger, localChains, url: null });
    onClose(adapters.close);
    // Keys are written before their events, so that a new pair is bound before any command runs.
    await adapters.pair.tryStart();
    // The opener of the stores is the only process and must project.
    onClose(isOwner ? projectHere(adapters, stores, logger) : await followOthers(adapters, stores, logger));
    return { service: createService(adapters.ports), adapters, databaseUrl: stores.databaseUrl, isEmbedded };
  });
  return { ...value, close };
};

interface Reached {
  readonly stores: Stores;
  readonly localChains: readonly LocalNetwork[];
  readonly isOwner: boolean;
  readonly isEmbedded: boolean;
}

const reachStores = async (config: Config, logger: Logger, onClose: (close: Close) => void): Promise<Reached> => {
  const running = await readRunFile(config.DATA_DIR);
  if (running !== null) return joined(config, running);
  const claim = await claimDataDirectory(config.DATA_DIR);
  if (!claim.claimed) {
    if (claim.running === null) throw new Error('A service is starting on this data directory: try again in a moment');
    return joined(config, claim.running);
  }
  onClose(claim.release);
  const stores = await openStores(config, logger);
  onClose(stores.stop);
  return { stores, localChains: [], isOwner: true, isEmbedded: isEmbeddedMode(config, null) };
};

const joined = (config: Config, running: RunInfo): Reached => ({
  stores: joinStores(running),
  localChains: publishedChains(running),
  isOwner: false,
  isEmbedded: isEmbeddedMode(config, running),
});

const projectHere = (
  { eventLog: eventStore, projectionPool, board, pair }: Adapters,
  { databaseUrl }: Stores,
  logger: Logger,
) => {
  // A command ends at any moment, and must leave no election half written.
  const tenure = { ...pair.tenure, begin: async () => undefined };
  return startProjector({ pool: projectionPool, databaseUrl, eventStore, projections, logger, board, tenure }).stop;
};

/** Another process projects, unless we lead; its checkpoints show when events are applied. */
export const followOthers = async (
  { pool, board }: Adapters,
  { databaseUrl }: Stores,
  logger: Logger,
  isLeading: () => boolean = () => false,
) => {
  const listening = { connectionString: databaseUrl, channel: APPLIED_CHANNEL, logger };
  const notifier = await onceAnswered(() => createNotifier(listening), logger);
  const following = followCheckpoints({ pool, board, notifier, isLeading, logger });
  return async () => {
    await following.stop();
    await notifier.close();
  };
};
