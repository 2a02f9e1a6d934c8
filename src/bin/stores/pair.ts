import type { Logger } from 'pino';
import { systemClock } from '../../../infra/clock';
import { NO_LEDGER_ID, type OwnLedger } from '../../../infra/event-store/judging';
import { type EventPlaces, type OpenedEventStore, openEventStore } from '../../../infra/event-store/open-event-store';
import { randomIds } from '../../../infra/ids';
import type { PairDeps } from '../../../infra/pair/deps';
import { createSharedHold, type SharedHold } from '../../../infra/pair/holding/shared-hold';
import { createPair, type Pair } from '../../../infra/pair/pair';
import { createPool, PAIR_LIMITS } from '../../../infra/postgres/pool';
import { checkpointKeeper } from '../../../infra/projections/waiting/checkpoint-keeper';
import { rest } from '../../../infra/timing/rest';
import { onceAnswered } from './once-answered';
import { isStoreAway } from './store-away';

/** An append and the read after it must both fit into 3 s, after which a caller gets 503. */
const EVENT_STORE_DEADLINE_MS = 1_250;

export interface OpenedPair {
  readonly pair: Pair;
  /** Null where the events are in another store than the database. */
  readonly eventStoreCounters: OpenedEventStore['counters'];
  readonly close: () => Promise<void>;
}

export interface PairConnections {
  readonly deps: PairDeps & { readonly hold: SharedHold };
  readonly eventStore: OpenedEventStore;
  readonly close: () => Promise<void>;
}

/** The process's connection to its log, with the lock of a log in the database and its guard. */
export const openPair = async (stores: EventPlaces, logger: Logger): Promise<OpenedPair> => {
  const { deps, eventStore, close: closeConnections } = connectPair(stores, logger, () => pair.ledgerId());
  const pair: Pair = createPair(deps);
  const close = async (): Promise<void> => {
    await pair.close();
    await closeConnections();
  };
  await onceAnswered(eventStore.connect, logger).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { pair, eventStoreCounters: eventStore.counters, close };
};

/** Connections for comparisons of both stores, without the gate. */
export const connectPair = (
  stores: EventPlaces,
  logger: Logger,
  ledgerId: OwnLedger = NO_LEDGER_ID,
): PairConnections => {
  const connect = (): OpenedEventStore =>
    openEventStore(stores, { deadlineMs: EVENT_STORE_DEADLINE_MS, ledgerId, logger });
  const store = connect();
  const pool = createPool(stores.databaseUrl, logger, PAIR_LIMITS);
  const onParked = (parked: object): void =>
    logger.error(parked, 'a stream in the log is incomplete: the stream is parked');
  const keeper = checkpointKeeper({ pool, onParked });
  const nowMs = (): number => performance.now();
  const hold = createSharedHold({ databaseUrl: stores.databaseUrl, nowMs, logger, rest });
  const deps = {
    ...{ pool, store, connect, keeper, hold, logger, clock: systemClock, ids: randomIds },
    isEmbedded: stores.eventStoreUrl === undefined,
    isAway: isStoreAway,
    time: { nowMs, rest },
  };
  const close = async (): Promise<void> => {
    await hold.close();
    await store.close();
    await pool.end();
  };
  return { deps, eventStore: store, close };
};
