import type { Logger } from 'pino';
import type { DueWork, Reactions } from '../../../commands/reactions';
import type { ReaderThread } from '../../../infra/chains/thread/reader-thread';
import { createNotifier } from '../../../infra/postgres/notify';
import { createPool, WORK_LIMITS } from '../../../infra/postgres/pool';
import { type Projector, startProjector } from '../../../infra/projections/live/projector';
import { APPLIED_CHANNEL } from '../../../infra/projections/waiting/checkpoints';
import { PAYOUTS_AT_ONCE } from '../../../infra/providers/providers';
import { rest } from '../../../infra/timing/rest';
import { createWorker } from '../../../infra/work/queue';
import type { Worker } from '../../../infra/work/work-queue';
import { queueOf, type WorkQueue, type WorkResult } from '../../../infra/work/work-queue';
import { createBell } from '../../../packages/event-store/timing/bell';
import { atMost } from '../../../packages/event-store/timing/time-limit';
import { projections } from '../../../projections/all';
import { type DueItems, type DueWorkQueries, dueWork } from '../../../read-models/due/due-work';
import type { Config } from '../../config';
import { duePayloads } from '../../reads/due-payloads';
import type { Service } from '../../service';
import { watchedNetworks } from '../chains/own-addresses';
import { readingOf } from '../chains/reading';
import { startTending } from '../chains/signers';
import { onceAnswered } from '../stores/once-answered';
import { isWorkHeldByStore } from '../stores/store-away';
import type { Stores } from '../stores/stores';
import type { Adapters } from '../wiring/adapters';
import { alertOfParked, startAlertSweeper } from '../wiring/alert-sweeper';
import { NOBODY_OBSERVES, type Observing } from '../wiring/observing';
import { startPrices } from '../wiring/prices/prices';
import type { StoresHealth } from '../wiring/stores-health';
import { createWebhooks } from '../wiring/webhooks';
import { startFiscalKeys } from './fiscal-keys';
import { startHousekeeping } from './housekeeping';
import { startNightlyComparison } from './nightly-comparison';
import { alertOfStuckWork } from './stuck-work';
import { startWatchers, type WatchCounts, type Watcher } from './watchers';

export interface Workers {
  readonly projector: Projector;
  readonly watchers: readonly Watcher[];
  readonly wake: (queue: keyof DueWork) => void;
  /** Takes no new work, ends running work within a limit, returns the leases; projecting goes on. Repeatable. */
  readonly finish: () => Promise<void>;
  /** `finish`, then ends the projector. */
  readonly stop: () => Promise<void>;
}

export interface WorkersOptions {
  readonly config: Config;
  readonly stores: Stores;
  readonly adapters: Adapters;
  readonly service: Service;
  readonly logger: Logger;
  /** Closed with the workers. */
  readonly readers: ReaderThread;
  readonly observing?: Observing;
  readonly counts?: WatchCounts | undefined;
  readonly storesHealth: Pick<StoresHealth, 'isAway' | 'recovery'>;
}

/** Concurrent items per kind in this process: high for ledger work, low where a provider is waited for. */
const CONCURRENCY: { readonly [Kind in keyof DueWork]: number } = {
  'match-deposit': 32,
  'expire-cashout': 128,
  'request-payout': 16,
  // Half of them are with the banks; the others are claimed, or written down, meanwhile.
  'dispatch-payout': 2 * PAYOUTS_AT_ONCE,
  'resolve-payout': 8,
  'abandon-withdrawal': 4,
  'send-redemption': 8,
  'resolve-redemption': 8,
  'give-back': 4,
  'ask-overruled-debit': 2,
  'take-callback': 16,
  'poll-kyc': 8,
  'follow-kyc': 16,
  'erase-kyc': 2,
  'create-charge': 16,
  'watch-charge': 16,
  'expire-cashin': 8,
  'request-delivery': 16,
  'send-delivery': 8,
  'resolve-delivery': 8,
  'dispatch-refund': 8,
  'resolve-refund': 8,
  'sweep-credits': 2,
};

/** Common limit of all kinds: a burst of expiries leaves the others their shared 48. */
const TOTAL_CONCURRENCY = 48 + CONCURRENCY['expire-cashout'];

/** Intents expire in bursts, and each query for due ones costs by their number. */
const LEAST_ROOM: { readonly [Kind in keyof DueWork]?: number } = {
  'expire-cashout': CONCURRENCY['expire-cashout'] / 2,
};

/** A webhook may take ten seconds, and its outcome must still be written. */
const FINISH_WITHIN_MS = 11_000;

const createQueueWorker = (options: WorkersOptions): Worker => {
  const { adapters, stores, logger, storesHealth } = options;
  const { workerId, clock } = adapters.ports;
  const pool = createPool(stores.databaseUrl, logger, WORK_LIMITS);
  const { wake, stop } = createWorker({
    ...{ pool, queues: queuesOf(options), workerId, clock, logger, concurrency: TOTAL_CONCURRENCY },
    limits: { pageItems: CONCURRENCY['expire-cashout'] },
    ...{ isHeld: storesHealth.isAway, isHeldBy: isWorkHeldByStore, onStuck: alertOfStuckWork(adapters.ports.alert) },
  });
  return { wake, stop: () => stop().finally(() => pool.end()) };
};

export const startWorkers = async (options: WorkersOptions): Promise<Workers> => {
  const { config, stores, adapters, logger, readers, observing = NOBODY_OBSERVES, counts } = options;
  const { ports, projectionPool, pool, board, pair, eventLog: eventStore } = adapters;
  const { databaseUrl } = stores;
  const listening = { connectionString: databaseUrl, channel: APPLIED_CHANNEL, logger };
  const notifier = await onceAnswered(() => createNotifier(listening), logger);
  const projecting = { pool: projectionPool, databaseUrl, eventStore, projections, logger, board, tenure: pair.tenure };
  const onForeign = (records: number): void => counts?.foreignSeen?.(records);
  const projector = startProjector({ ...projecting, onForeign, onParked: alertOfParked(ports.alert) });
  const queueWorker = createQueueWorker(options);
  const webhooks = createWebhooks(config, adapters, { logger, tracing: observing.tracing });
  const stopTimed = startTimed(options);
  webhooks.start();
  const { callbacks } = adapters.sandbox;
  callbacks.start();
  const { recovery } = options.storesHealth;
  const stopWaking = wakeOn([notifier.onNotify, recovery.onRecovery], () => {
    queueWorker.wake();
    webhooks.wake();
  });
  const watching = {
    createChainReader: readingOf(
      { books: adapters.simulated, clock: ports.clock, settleMs: config.SANDBOX_SETTLE_MS },
      readers.createChainReader,
    ),
    ...{ ports, pool, board, logger, recovery, mayLook: pair.mayWork },
    ...(counts === undefined ? {} : { counts }),
  };
  const watchers = startWatchers(watching, watchedNetworks(adapters.offer.networks, adapters.signers));
  const finishRunning = async (): Promise<void> => {
    stopWaking();
    ports.payoutLanes.close();
    const running = [queueWorker, webhooks, callbacks, ...watchers].map((worker) => worker.stop());
    await atMost(FINISH_WITHIN_MS, allEnded([...running, ...stopTimed()], logger));
    await readers.close();
  };
  let finishing: Promise<void> | null = null;
  const finish = (): Promise<void> => {
    finishing ??= finishRunning();
    return finishing;
  };
  return {
    ...{ projector, watchers, finish, wake: queueWorker.wake },
    stop: async () => {
      await finish();
      await notifier.close();
      await projector.stop();
    },
  };
};

/** Work of certain times of the day. Returns the stop function. */
const startTimed = ({ adapters, config, logger }: WorkersOptions): (() => readonly Promise<void>[]) => {
  const stops = [
    startHousekeeping(adapters, logger),
    startTending(adapters),
    startAlertSweeper(adapters.ports, logger),
    startFiscalKeys(adapters, config, logger),
    startNightlyComparison(adapters, logger),
    startPrices({ ...adapters, ...adapters.ports, logger }),
  ];
  return () => stops.map((stop) => stop());
};

/** A worker that cannot stop must not keep the projector or requests from ending properly. */
const allEnded = async (works: readonly Promise<void>[], logger: Logger): Promise<void> => {
  for (const ended of await Promise.allSettled(works)) {
    if (ended.status === 'rejected') logger.error({ err: ended.reason as unknown }, 'a worker did not stop cleanly');
  }
};

/** The first checkpoint wakes immediately; later ones within this time share a wake-up. */
const WAKE_TOGETHER_MS = 25;

type Listen = (listener: () => void) => () => void;

const wakeOn = (sources: readonly Listen[], wake: () => void): (() => void) => {
  const news = createBell();
  const stopping = new AbortController();
  const forgets = sources.map((listen) => listen(news.ring));
  const wakeUntilStopped = async (): Promise<void> => {
    for (;;) {
      await news.wait();
      if (stopping.signal.aborted) return;
      wake();
      await rest(WAKE_TOGETHER_MS, stopping.signal);
    }
  };
  void wakeUntilStopped();
  return () => {
    for (const forget of forgets) forget();
    stopping.abort();
    news.ring();
  };
};

/** Interval of retries while the stores are not known to belong together. */
const PAIR_HELD_MS = 5_000;

/** Makes a queue per reaction: read models name the due work, the command does it. */
const queuesOf = ({ adapters, service }: WorkersOptions): readonly WorkQueue[] => {
  const due = dueWork(adapters.ports.settings.expiry);
  const { pair, ports } = adapters;
  const held = (): WorkResult | null => (pair.mayWork() ? null : { againAtMs: ports.clock.now() + PAIR_HELD_MS });
  const kinds = Object.keys(duePayloads) as (keyof DueWork)[];
  return kinds.map((kind) => reactionQueue(kind, due[kind], { react: service.reactions[kind], held }));
};

interface Reacting<Kind extends keyof DueWork> {
  readonly react: Reactions[Kind];
  /** When to ask again while nothing may be decided; null: now. */
  readonly held: () => WorkResult | null;
}

const reactionQueue = <Kind extends keyof DueWork>(
  kind: Kind,
  due: DueWorkQueries[Kind],
  { react, held }: Reacting<Kind>,
): WorkQueue =>
  queueOf<DueItems[Kind]>({
    name: kind,
    concurrency: CONCURRENCY[kind],
    leastRoom: LEAST_ROOM[kind] ?? 1,
    due: (nowMs) => due(new Date(nowMs).toISOString()),
    run: async (item) => {
      const notNow = held();
      if (notNow !== null) return notNow;
      const result = await react(duePayloads[kind](item));
      return result === 'done' ? 'done' : { againAtMs: result.askAgainAtMs };
    },
  });
