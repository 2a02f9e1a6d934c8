import type { Logger } from 'pino';
import type { KeptLink } from '../../../commands/operator/console/sign-in-link';
import type { KeptMemberLink } from '../../../commands/partner/members/sign-in-link';
import { erasedSubjects } from '../../../commands/user/erasure/erased-subjects';
import { beginAnew } from '../../../commands/watching/operator/begin-anew';
import type { LocalNetwork } from '../../../infra/catalog/local-network';
import { forgetNetwork, refuseOtherModes } from '../../../infra/chains/stores/cursors';
import { openReaderThread } from '../../../infra/chains/thread/reader-thread';
import { DOOR_PROJECTIONS } from '../../../projections/all';
import { type Config, withOwnAddress } from '../../config';
import { NONCE_TTL_SECONDS } from '../../http/credentials/hmac-credential';
import type { Readiness } from '../../http/deps';
import { createHttpApp, createOperatorsApp } from '../../http/server';
import { createService, type Service } from '../../service';
import { createMetricsPort } from '../health/metrics-port';
import { readinessOf } from '../health/readiness';
import type { Door } from '../running/door';
import { mustWatchOpenReceivers } from '../running/open-receivers';
import { mustHaveRole, mustHaveRoleForPartners } from '../running/regulatory-role';
import { startWorkers, type Workers } from '../running/workers';
import { onceAnswered } from '../stores/once-answered';
import { type Close, openInOrder } from '../stores/open-in-order';
import { chooseNonces } from '../stores/redis';
import type { Stores } from '../stores/stores';
import { type Adapters, openAdapters } from '../wiring/adapters';
import { callbackDoorOf } from '../wiring/callbacks';
import { createMemberDeps } from '../wiring/dashboard/member-deps';
import { createHttpDeps } from '../wiring/http-deps';
import { type Observing, openObserving, requestWatchOf, watchedService } from '../wiring/observing';
import { refuseDevelopmentOperators } from '../wiring/operators/development-operators';
import { createOpsDeps } from '../wiring/ops-deps';
import { hearPrices } from '../wiring/prices/prices';
import { createRebuilds } from '../wiring/rebuilds';
import { followOthers } from '../wiring/session';
import { keepLooking, type StoresHealth, storesHealthOf } from '../wiring/stores-health';

export interface Runtime {
  readonly url: string;
  readonly metricsUrl: string | null;
  readonly service: Service;
  readonly adapters: Adapters;
  readonly readiness: () => Promise<Readiness>;
  /** Links to the console that are valid while this process runs, by the hashes of their tokens. */
  readonly standingLinks: Map<string, KeptLink>;
  readonly memberLinks: Map<string, KeptMemberLink>;
  /** Readiness turns false at once, requests in flight end, no new payout is sent, leases are returned. */
  readonly stop: () => Promise<void>;
}

export interface RuntimeOptions {
  readonly config: Config;
  readonly stores: Stores;
  readonly logger: Logger;
  /** False for an API-only process beside one with workers. */
  readonly withWorkers: boolean;
  readonly localChains: readonly LocalNetwork[];
  /** Stopped with the runtime, also when the start fails. */
  readonly door: Door;
  /** The same for the operators' own port; absent without one. */
  readonly operatorsDoor?: Door | null;
}

export const startRuntime = async (options: RuntimeOptions): Promise<Runtime> => {
  const { value, close } = await openInOrder((onClose) => openRuntime(options, onClose));
  return { ...value, stop: close };
};

const openRuntime = async (
  { config, stores, logger, withWorkers, localChains, door, operatorsDoor = null }: RuntimeOptions,
  onClose: (close: Close) => void,
): Promise<Omit<Runtime, 'stop'>> => {
  onClose(() => Promise.all([door.stop(), operatorsDoor?.stop()]));
  const readers = withWorkers ? openReaderThread({ logger }) : null;
  onClose(async () => readers?.close());
  const observing = await openObserving(config, onClose);
  const given = { config, stores, logger, localChains, observing, url: door.url };
  const adapters = await openAdapters(given);
  onClose(adapters.close);
  mustHaveRole(config, adapters.offer, adapters.priced);
  await onceAnswered(() => mustHaveRoleForPartners(config, adapters.ports.query), logger);
  door.isThere('database', 'migrations');
  await adapters.pair.start();
  door.isThere('eventStore', 'pair');
  if (config.production) await onceAnswered(() => refuseDevelopmentOperators(adapters.ports.eventStore), logger);
  const service = watchedService(createService(adapters.ports), observing);
  await onceAnswered(() => destroyErasedAgain(adapters), logger);
  // A local chain exists in memory only: the scan position of its predecessor is meaningless.
  if (withWorkers)
    for (const { network } of localChains) await onceAnswered(() => forgetLocal(adapters, network.name), logger);
  await onceAnswered(() => refuseOtherModes(adapters.pool, adapters.offer.networks), logger);
  if (withWorkers) await onceAnswered(() => mustWatchOpenReceivers(adapters), logger);
  const announced = withOwnAddress(config, door.url);
  const metrics = createMetricsPort({ config, stores, adapters, observing, logger, withWorkers });
  const storesHealth = storesHealthOf(adapters, logger);
  const watched = { observing, counts: metrics.counts, storesHealth };
  const workers =
    readers === null
      ? null
      : await startWorkers({ config: announced, stores, adapters, service, logger, readers, ...watched });
  if (workers !== null) onClose(workers.stop);
  const listening = { connectionString: stores.databaseUrl, logger };
  onClose(await onceAnswered(() => hearPrices(adapters.priced, adapters.priceTicks, listening), logger));
  const metricsUrl = await metrics.open(onClose);
  onClose(await followOthers(adapters, stores, logger, () => workers?.projector.status().isLeading === true));
  const doors = { door, operatorsDoor };
  const http = serve({
    ...{ config: announced, databaseUrl: stores.databaseUrl, adapters, service, logger, workers, observing },
    ...{ storesHealth, ...doors },
  });
  onClose(keepLooking(http.readiness, storesHealth));
  // In parallel, so that workers do not only get the time that requests leave.
  onClose(() => Promise.all([http.stop(), workers?.finish()]));
  const { readiness, standingLinks, memberLinks } = http;
  return { service, adapters, url: door.url, metricsUrl, readiness, standingLinks, memberLinks };
};

const forgetLocal = async ({ pool, ports }: Adapters, network: string): Promise<void> => {
  await forgetNetwork(pool, network);
  await beginAnew(ports, network);
};

/** A restored backup may bring back the keys of erased persons. */
const destroyErasedAgain = async ({ ports, vault }: Adapters): Promise<void> => {
  const { eventStore, query } = ports;
  await vault.destroyAgain(await erasedSubjects({ eventStore, parkedStreams: () => parkedStreams(query) }));
};

const parkedStreams = async (query: Adapters['ports']['query']): Promise<ReadonlySet<string>> => {
  const rows = await query<{ stream: string }>('SELECT DISTINCT stream FROM lastro.parked_streams', []);
  return new Set(rows.map(({ stream }) => stream));
};

interface ServeOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly adapters: Adapters;
  readonly service: Service;
  readonly logger: Logger;
  readonly workers: Workers | null;
  readonly observing: Observing;
  readonly storesHealth: StoresHealth;
  readonly door: Door;
  readonly operatorsDoor: Door | null;
}

interface Served extends Pick<Runtime, 'readiness' | 'standingLinks' | 'memberLinks'> {
  readonly stop: () => Promise<void>;
}

/** Opens the door once every logged event is applied: before that, a valid key would be unknown. */
const serve = (options: ServeOptions): Served => {
  const { config, databaseUrl, adapters, service, logger, workers, observing, storesHealth, door, operatorsDoor } =
    options;
  let isStopping = false;
  const nonces = chooseNonces(adapters.redis, adapters.pool, logger);
  const secondsRefused = (): Promise<number> => nonces.secondsRefused(NONCE_TTL_SECONDS);
  const askReadiness = readinessOf(adapters, workers, { isStopping: () => isStopping, secondsRefused, storesHealth });
  const readiness = async (): Promise<Readiness> => {
    const found = await askReadiness();
    if (!haveDoorsTheirRows(storesHealth)) return found;
    door.open(app);
    if (operatorsApp !== null) operatorsDoor?.open(operatorsApp);
    return found;
  };
  const memberLinks = new Map<string, KeptMemberLink>();
  const members = createMemberDeps({ config, adapters, logger, standing: memberLinks });
  const { deps, close } = createHttpDeps({
    ...{ config, adapters, service, logger, readiness, nonces, members },
    requestWatch: requestWatchOf(observing),
    // Without workers here, workers of other processes find the callbacks.
    callbacks: callbackDoorOf(adapters, () => workers?.wake('take-callback')),
  });
  const standingLinks = new Map<string, KeptLink>();
  const rebuilds = createRebuilds({ adapters, databaseUrl, logger });
  const ops = createOpsDeps({ config, adapters, service, logger, observing, standingLinks, rebuilds });
  const isApart = config.production;
  const app = createHttpApp(ops === null || isApart ? deps : { ...deps, ops });
  const operatorsApp = ops === null || !isApart ? null : createOperatorsApp({ ...deps, ops });
  return {
    readiness,
    ...{ standingLinks, memberLinks },
    stop: async () => {
      isStopping = true;
      await Promise.all([door.stop(), operatorsDoor?.stop()]);
      await Promise.all([rebuilds.stop(), close()]);
    },
  };
};

const haveDoorsTheirRows = ({ progress }: StoresHealth): boolean =>
  !progress.starting().some((name) => DOOR_PROJECTIONS.has(name));
