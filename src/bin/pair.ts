import type { Logger } from 'pino';
import { systemClock } from '../../infra/clock';
import { type ConnectedEventStore, connectEventStore } from '../../infra/event-store/client/client';
import { randomIds } from '../../infra/ids';
import { createPair, type Pair } from '../../infra/pair/pair';
import { createPool, PAIR_LIMITS } from '../../infra/postgres/pool';
import { checkpointKeeper } from '../../infra/projections/waiting/checkpoint-keeper';
import { rest } from '../../infra/timing/rest';
import { isStoreAway } from './store-away';
import type { Stores } from './stores';

/** An append and the read after it must both fit into the 3 s after which a caller gets 503. */
const EVENT_STORE_DEADLINE_MS = 1_250;

export interface OpenedPair {
  readonly pair: Pair;
  readonly close: () => Promise<void>;
}

/** The process's connection to its log, and what guards it. */
export const openPair = (stores: Pick<Stores, 'databaseUrl' | 'eventStoreUrl'>, logger: Logger): OpenedPair => {
  const connect = (): ConnectedEventStore =>
    connectEventStore({
      ...{ connectionString: stores.eventStoreUrl, deadlineMs: EVENT_STORE_DEADLINE_MS },
      ledgerId: () => pair.ledgerId(),
    });
  const store = connect();
  const pool = createPool(stores.databaseUrl, logger, PAIR_LIMITS);
  const onParked = (parked: object): void =>
    logger.error(parked, 'a stream is no longer whole in the log: it is parked');
  const keeper = checkpointKeeper({ pool, databaseUrl: stores.databaseUrl, logger, onParked });
  const pair: Pair = createPair({
    ...{ pool, store, connect, keeper, clock: systemClock, ids: randomIds, logger },
    isAway: isStoreAway,
    time: { nowMs: () => performance.now(), rest },
  });
  const close = async (): Promise<void> => {
    await pair.close();
    await store.close();
    await pool.end();
  };
  return { pair, close };
};
