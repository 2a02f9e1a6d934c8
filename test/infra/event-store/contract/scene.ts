import { randomUUID } from 'node:crypto';
import type { Recorded } from '../../../../aggregates/events';
import type {
  AppendResult,
  EventFilter,
  EventStore,
  ExpectedRevision,
  Proposed,
} from '../../../../commands/ports/event-store';
import { type Follower, followStore } from './follower';

const MOST_TRIES = 10;

export interface OpenStore {
  readonly store: EventStore;
  readonly close: () => Promise<void>;
}

export interface ContractOptions {
  readonly open: () => Promise<OpenStore>;
  /** Positions follow each other without a gap, and nobody else writes. */
  readonly dense: boolean;
}

export type Appended = Extract<AppendResult, { outcome: 'appended' }>;

/** What a test of the contract works with. The store is opened before the first test. */
export interface Scene {
  readonly store: EventStore;
  readonly dense: boolean;
  /** Everything, or where others write too, what is in the streams of one test. */
  readonly among: (prefix: string) => EventFilter | undefined;
  /** Stopped after the test. */
  readonly follow: typeof followStore;
  /** An append that must succeed. */
  readonly appended: (stream: string, expected: ExpectedRevision, events: readonly Proposed[]) => Promise<Appended>;
}

export const newStream = (prefix = 'watcher'): string => `${prefix}-${randomUUID()}`;

export const collect = async (events: AsyncIterable<Recorded>): Promise<Recorded[]> => {
  const all: Recorded[] = [];
  for await (const event of events) all.push(event);
  return all;
};

/** Opens a store around the tests of the surrounding `describe`. */
export const useScene = ({ open, dense }: ContractOptions): Scene => {
  let opened: OpenStore | undefined;
  let followers: Follower[] = [];
  const store = (): EventStore => {
    if (opened === undefined) throw new Error('the store is opened before the first test');
    return opened.store;
  };
  beforeAll(async () => {
    opened = await open();
  });
  afterEach(async () => {
    await Promise.all(followers.map(({ stop }) => stop()));
    followers = [];
  });
  afterAll(() => opened?.close(), 30_000);
  return {
    get store() {
      return store();
    },
    dense,
    among: (prefix) => (dense ? undefined : { streamPrefixes: [prefix] }),
    follow: (...parameters) => {
      const follower = followStore(...parameters);
      followers.push(follower);
      return follower;
    },
    appended: async (stream, expected, events) => {
      let result = await store().append(stream, expected, events);
      // On a busy machine the answer may come too late: the same events under the same ids settle it.
      for (let tries = 1; result.outcome === 'unknown' && tries < MOST_TRIES; tries += 1) {
        result = await store().append(stream, expected, events);
      }
      if (result.outcome !== 'appended') throw new Error(`expected it to be appended: ${JSON.stringify(result)}`);
      return result;
    },
  };
};
