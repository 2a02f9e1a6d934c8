import type { Logger } from 'pino';
import { createNotifier } from '../../infra/postgres/notify';
import { APPLIED_CHANNEL } from '../../infra/projections/checkpoints';
import { followCheckpoints } from '../../infra/projections/follow-checkpoints';
import { startProjector } from '../../infra/projections/projector';
import { claimDataDirectory, type RunInfo, readRunFile } from '../../infra/run-file';
import { projections } from '../../projections/all';
import type { Config } from '../config';
import { createService, type Service } from '../service';
import { type Adapters, openAdapters } from './adapters';
import { joinStores, openStores, type Stores } from './stores';

/** The service's commands for the duration of one operator's command, beside a running service or without one. */
export interface Session {
  readonly service: Service;
  readonly adapters: Adapters;
  readonly databaseUrl: string;
  readonly close: () => Promise<void>;
}

/** Joins the stores of the service that runs on this data directory, or opens them for as long as this takes. */
export const openSession = async (config: Config, logger: Logger): Promise<Session> => {
  const { stores, isOwner, release } = await reachStores(config, logger);
  const options = { config, stores, logger, localChain: null, onPayoutCallback: async () => {} };
  const adapters = await openAdapters(options);
  const stopProjecting = isOwner ? projectHere(adapters, stores, logger) : await followOthers(adapters, stores, logger);
  return {
    service: createService(adapters.ports),
    adapters,
    databaseUrl: stores.databaseUrl,
    close: async () => {
      await stopProjecting();
      await adapters.close();
      await release();
    },
  };
};

interface Reached {
  readonly stores: Stores;
  /** Nobody else projects, so this process does. */
  readonly isOwner: boolean;
  readonly release: () => Promise<void>;
}

const reachStores = async (config: Config, logger: Logger): Promise<Reached> => {
  const running = await readRunFile(config.DATA_DIR);
  if (running !== null) return joined(running);
  const claim = await claimDataDirectory(config.DATA_DIR);
  if (!claim.claimed) {
    if (claim.running === null) throw new Error('A service is starting on this data directory; ask again in a moment');
    return joined(claim.running);
  }
  const stores = await openStores(config, logger);
  const release = async () => {
    await stores.stop();
    await claim.release();
  };
  return { stores, isOwner: true, release };
};

const joined = ({ databaseUrl, eventStoreUrl }: RunInfo): Reached => ({
  stores: joinStores(databaseUrl, eventStoreUrl),
  isOwner: false,
  release: async () => {},
});

const projectHere = ({ ports, projectionPool, board }: Adapters, { databaseUrl }: Stores, logger: Logger) => {
  const { eventStore } = ports;
  return startProjector({ pool: projectionPool, databaseUrl, eventStore, projections, logger, board }).stop;
};

/** Another process projects, unless we lead; its checkpoints tell when a command's events have been applied. */
export const followOthers = async (
  { pool, board }: Adapters,
  { databaseUrl }: Stores,
  logger: Logger,
  isLeading: () => boolean = () => false,
) => {
  const notifier = await createNotifier({ connectionString: databaseUrl, channel: APPLIED_CHANNEL, logger });
  const following = followCheckpoints({ pool, board, notifier, isLeading, logger });
  return async () => {
    await following.stop();
    await notifier.close();
  };
};
