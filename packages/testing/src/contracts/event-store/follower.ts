import type { Position, Recorded } from '../../../../../aggregates/events';
import type {
  EventFilter,
  EventStore,
  SubscriptionFailure,
  SubscriptionHandlers,
} from '../../../../../commands/ports/event-store';

/** A subscription that keeps what it received, and can be waited for. */
export interface Follower {
  readonly events: Recorded[];
  readonly positions: Position[];
  readonly batches: number[];
  readonly drops: string[];
  readonly failures: SubscriptionFailure[];
  readonly caughtUp: () => number;
  /** Resolves once the condition holds; it is looked at after every call of a handler. */
  readonly until: (condition: () => boolean) => Promise<void>;
  readonly untilEvents: (count: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const createConditions = () => {
  const waiting = new Set<() => void>();
  const look = (): void => {
    for (const check of waiting) check();
  };
  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!condition()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  return { look, until };
};

export const followStore = (
  store: EventStore,
  after: Position,
  filter?: EventFilter,
  onEvents: SubscriptionHandlers['onEvents'] = async () => undefined,
): Follower => {
  const events: Recorded[] = [];
  const positions: Position[] = [];
  const batches: number[] = [];
  const drops: string[] = [];
  const failures: SubscriptionFailure[] = [];
  const { look, until } = createConditions();
  let caughtUp = 0;
  const handlers: SubscriptionHandlers = {
    onEvents: async (batch) => {
      await onEvents(batch);
      batches.push(batch.length);
      for (const event of batch) events.push(event);
      look();
    },
    onPosition: async (position) => {
      positions.push(position);
      look();
    },
    onCaughtUp: () => {
      caughtUp += 1;
      look();
    },
    onDropped: (cause) => {
      drops.push(cause);
      look();
    },
    onFailed: (failure) => {
      failures.push(failure);
      look();
    },
  };
  const subscription = store.subscribe(after, handlers, filter);
  const untilEvents = async (count: number): Promise<void> => {
    await until(() => events.length >= count || failures.length > 0);
    if (events.length < count) throw new Error(`Refused after ${events.length} events: ${JSON.stringify(failures)}`);
  };
  const told = { events, positions, batches, drops, failures, caughtUp: () => caughtUp };
  return { ...told, until, untilEvents, stop: subscription.stop };
};
