import { setTimeout as timer } from 'node:timers/promises';
import type { Metadata, Position, Recorded } from '../../aggregates/events';
import { isAfter, START } from '../../aggregates/events';
import type {
  AppendResult,
  EventFilter,
  EventStore,
  ExpectedRevision,
  Proposed,
  Subscription,
  SubscriptionHandlers,
} from '../../commands/ports/event-store';
import { type Bell, createBell } from '../timing/bell';
import { causeOf } from './client/client-errors';
import { assertWritable } from './client/codec';
import { upcast } from './upcast';

export interface MemoryEventStoreOptions {
  /** Delay after a failed handler; a simulation passes its own. */
  readonly pause?: (delayMs: number) => Promise<void>;
}

/** `content` is JSON text as in the real store, so what is not JSON is lost here too. */
interface Entry {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly content: string;
}

interface Memory {
  readonly log: Entry[];
  readonly streams: Map<string, Entry[]>;
  readonly followers: Set<() => void>;
}

const BATCH = 500;
const RETRY_MS = 100;

const recordedOf = ({ content, ...entry }: Entry): Recorded => {
  const { data, metadata } = JSON.parse(content) as { data: unknown; metadata: Metadata };
  const known = upcast(entry.type, metadata.schemaVersion, data);
  return { ...entry, metadata, type: known.type, data: known.data } as Recorded;
};

const wants = (filter: EventFilter | undefined, entry: Entry): boolean => {
  if (filter === undefined) return true;
  return 'streamPrefixes' in filter
    ? filter.streamPrefixes.some((prefix) => entry.stream.startsWith(prefix))
    : filter.typePrefixes.some((prefix) => entry.type.startsWith(prefix));
};

const indexAfter = (position: Position): number => (isAfter(position, START) ? Number(position.commit) : 0);

const write = (memory: Memory, stream: string, events: readonly Proposed[]): AppendResult => {
  const entries = memory.streams.get(stream) ?? [];
  memory.streams.set(stream, entries);
  for (const { id, type, data, metadata } of events) {
    const place = BigInt(memory.log.length + 1);
    const position: Position = { commit: place, prepare: place };
    const content = JSON.stringify({ data, metadata });
    const entry: Entry = { id, type, stream, revision: entries.length, position, content };
    memory.log.push(entry);
    entries.push(entry);
  }
  for (const wake of memory.followers) wake();
  return { outcome: 'appended', revision: entries.length - 1, position: memory.log.at(-1)?.position ?? START };
};

/** As the real store for an exact revision (design: event-store, section 4). */
const append = (
  memory: Memory,
  stream: string,
  expected: ExpectedRevision,
  events: readonly Proposed[],
): AppendResult => {
  const revision = expected === 'no_stream' ? -1 : expected;
  const entries = memory.streams.get(stream) ?? [];
  if (revision === entries.length - 1) return write(memory, stream, events);
  const repeated = entries.slice(revision + 1, revision + 1 + events.length);
  const last = repeated.at(-1);
  const same = repeated.length === events.length && repeated.every((entry, index) => entry.id === events[index]?.id);
  if (last === undefined || !same) return { outcome: 'wrong_revision' };
  return { outcome: 'appended', revision: last.revision, position: last.position };
};

interface Follower {
  readonly handlers: SubscriptionHandlers;
  readonly filter: EventFilter | undefined;
  position: Position;
  stopped: boolean;
}

const handleNext = async (memory: Memory, follower: Follower): Promise<void> => {
  const from = indexAfter(follower.position);
  const batch = memory.log.slice(from, from + BATCH);
  const last = batch.at(-1);
  if (last === undefined) return;
  const wanted = batch.filter((entry) => wants(follower.filter, entry));
  if (wanted.length > 0) await follower.handlers.onEvents(wanted.map(recordedOf));
  if (wanted.at(-1) !== last) await follower.handlers.onPosition?.(last.position);
  follower.position = last.position;
};

const follow = async (
  memory: Memory,
  follower: Follower,
  bell: Bell,
  pause: (delayMs: number) => Promise<void>,
): Promise<void> => {
  let caughtUp = false;
  while (!follower.stopped) {
    try {
      if (indexAfter(follower.position) < memory.log.length) await handleNext(memory, follower);
      else {
        if (!caughtUp) follower.handlers.onCaughtUp?.();
        caughtUp = true;
        await bell.wait();
      }
    } catch (error) {
      follower.handlers.onDropped?.(causeOf(error));
      await pause(RETRY_MS);
    }
  }
};

const subscribe = (memory: Memory, follower: Follower, pause: (delayMs: number) => Promise<void>): Subscription => {
  const bell = createBell();
  memory.followers.add(bell.ring);
  // Handlers are first called after `subscribe` has returned.
  const ended = Promise.resolve().then(() => follow(memory, follower, bell, pause));
  const stop = async (): Promise<void> => {
    follower.stopped = true;
    memory.followers.delete(bell.ring);
    bell.ring();
    await ended;
  };
  return { stop };
};

/** The EventStore port in memory, for unit tests and simulation. Positions count from 1. */
export const createMemoryEventStore = ({ pause = timer }: MemoryEventStoreOptions = {}): EventStore => {
  const memory: Memory = { log: [], streams: new Map(), followers: new Set() };
  const readAll = async function* (after: Position, filter?: EventFilter): AsyncGenerator<Recorded> {
    for (let index = indexAfter(after); index < memory.log.length; index += 1) {
      const entry = memory.log[index];
      if (entry !== undefined && wants(filter, entry)) yield recordedOf(entry);
    }
  };
  return {
    append: async (stream, expected, events) => {
      assertWritable(stream, events);
      return append(memory, stream, expected, events);
    },
    readStream: async (stream, fromRevision = 0) =>
      (memory.streams.get(stream) ?? []).slice(fromRevision).map(recordedOf),
    readAll,
    head: async () => memory.log.at(-1)?.position ?? START,
    subscribe: (after, handlers, filter) =>
      subscribe(memory, { handlers, filter, position: after, stopped: false }, pause),
  };
};
