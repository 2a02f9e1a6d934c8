import { randomUUID } from 'node:crypto';
import type { Recorded } from '../../../../../aggregates/events';
import type {
  AppendResult,
  EventFilter,
  EventStore,
  ExpectedRevision,
  Proposed,
} from '../../../../../commands/ports/event-store';
import { type Follower, followStore } from './follower';

const MOST_TRIES = 10;

type Appended = Extract<AppendResult, { outcome: 'appended' }>;

/** Store and helpers for a test of the contract. */
export interface Scene {
  readonly store: EventStore;
  readonly dense: boolean;
  /** Everything, or, in a shared store, the streams of one test. */
  readonly among: (prefix: string) => EventFilter | undefined;
  /** Ended by `stop`. */
  readonly follow: typeof followStore;
  /** An append that must succeed. */
  readonly appended: (stream: string, expected: ExpectedRevision, events: readonly Proposed[]) => Promise<Appended>;
  readonly stop: () => Promise<void>;
}

export const newStream = (prefix = 'watcher'): string => `${prefix}-${randomUUID()}`;

export const collect = async (events: AsyncIterable<Recorded>): Promise<Recorded[]> => {
  const all: Recorded[] = [];
  for await (const event of events) all.push(event);
  return all;
};

/** Makes the scene of the tests from an open store. */
export const sceneOf = (store: EventStore, dense: boolean): Scene => {
  const followers: Follower[] = [];
  return {
    store,
    among: (prefix) => (dense ? undefined : { streamPrefixes: [prefix] }),
    dense,
    follow: (...parameters) => {
      const follower = followStore(...parameters);
      followers.push(follower);
      return follower;
    },
    appended: async (stream, expected, events) => {
      let result = await store.append(stream, expected, events);
      // On a busy machine the answer may come too late: the same events under the same ids settle it.
      for (let tries = 1; result.outcome === 'unknown' && tries < MOST_TRIES; tries += 1) {
        result = await store.append(stream, expected, events);
      }
      if (result.outcome !== 'appended') throw new Error(`expected it to be appended: ${JSON.stringify(result)}`);
      return result;
    },
    stop: async () => {
      await Promise.all(followers.map(({ stop }) => stop()));
    },
  };
};
