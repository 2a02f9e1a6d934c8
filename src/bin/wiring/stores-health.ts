import type { Position } from '../../../aggregates/events';
import { sharedInFlight } from '../../../commands/timing/shared-in-flight';
import type { Logger } from '../../../infra/logger';
import { readCheckpoints } from '../../../infra/projections/waiting/checkpoints';
import { createOutage, type Outage } from '../../../infra/readiness/outage';
import { createProgress, type Progress, type ProgressOptions } from '../../../infra/readiness/progress';
import { createRecovery, type Recovery } from '../../../infra/readiness/recovery';
import type { Failing, WriteProof } from '../../../infra/readiness/write-proof';
import { rest } from '../../../infra/timing/rest';
import { atMost } from '../../../packages/event-store/timing/time-limit';
import { projections } from '../../../projections/all';
import type { Readiness } from '../../http/deps';
import type { Adapters } from './adapters';

/** Result of a look at the stores; the head is null when the event store did not answer. */
export interface StoresSeen {
  readonly isDatabaseThere: boolean;
  readonly head: Position | null;
}

export interface StoresHealth {
  readonly saw: (seen: StoresSeen) => Promise<void>;
  /** A store does not answer: work that needs it can wait for the recovery. */
  readonly isAway: () => boolean;
  readonly lastsMs: (store: 'database' | 'eventStore') => number | null;
  readonly failingWrites: () => Failing | null;
  readonly progress: Pick<Progress, 'starting' | 'standing'>;
  readonly recovery: Pick<Recovery, 'onRecovery'>;
}

export interface StoresHealthOptions extends ProgressOptions {
  readonly writes: WriteProof;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Longest wait of one check for the projections' progress, which the next check then reports. */
const PROGRESS_WITHIN_MS = 1_000;

export const createStoresHealth = (options: StoresHealthOptions): StoresHealth => {
  const { writes, logger, nowMs } = options;
  const recovery = createRecovery();
  const outageOf = (name: string, onEnd = recovery.announce): Outage => createOutage({ name, logger, nowMs, onEnd });
  const [database, writing] = [outageOf('database'), outageOf('writing')];
  const eventStore = outageOf('eventStore', () => {
    writes.forget();
    recovery.announce();
  });
  const progress = createProgress(options);
  const watched = { head: null as Position | null };
  const lookOn = sharedInFlight(async () => {
    if (watched.head !== null) await progress.look(watched.head).catch(progress.blinded);
  });
  const saw = async ({ isDatabaseThere, head }: StoresSeen): Promise<void> => {
    database.looked(isDatabaseThere);
    eventStore.looked(head !== null);
    if (head !== null) writes.headSeen(head);
    writing.looked(writes.failing() === null);
    watched.head = head;
    if (isDatabaseThere && head !== null) await atMost(PROGRESS_WITHIN_MS, lookOn());
    else progress.blinded();
  };
  return {
    saw,
    isAway: () => [database, eventStore].some((outage) => outage.lastsMs() !== null),
    lastsMs: (store) => (store === 'database' ? database : eventStore).lastsMs(),
    failingWrites: writes.failing,
    ...{ progress, recovery },
  };
};

export const storesHealthOf = ({ ports, pool, writes }: Adapters, logger: Logger): StoresHealth => {
  const positions = async (): Promise<ReadonlyMap<string, Position>> => {
    const checkpoints = await readCheckpoints(pool);
    return new Map([...checkpoints].map(([name, { position }]) => [name, position]));
  };
  const { eventStore } = ports;
  return createStoresHealth({
    ...{ eventStore, projections, positions, writes, logger },
    nowMs: () => performance.now(),
  });
};

const LOOK_EVERY_MS = 1_000;
/** Interval while a store is away. */
const LOOK_AGAIN_MS = 250;

/** Checks at intervals, so that an outage begins and ends without any request. Returns the stop function. */
export const keepLooking = (
  readiness: () => Promise<Readiness>,
  { isAway }: Pick<StoresHealth, 'isAway'>,
): (() => Promise<void>) => {
  const stopping = new AbortController();
  const look = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await readiness().catch(() => undefined);
      await rest(isAway() ? LOOK_AGAIN_MS : LOOK_EVERY_MS, stopping.signal);
    }
  };
  const looking = look();
  return async () => {
    stopping.abort();
    await looking;
  };
};
