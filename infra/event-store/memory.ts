import { randomUUID } from 'node:crypto';
import { type Position, type Recorded, START } from '../../aggregates/events';
import type { EventFilter, EventStore, StrangeRecord } from '../../commands/ports/event-store';
import { createBell } from '../../packages/event-store/timing/bell';
import { type FollowedLog, startFollowing } from './following';
import {
  isAskedFor,
  judge,
  mustFollow,
  mustHaveBegun,
  NO_LEDGER_ID,
  type OwnLedger,
  type StreamReading,
} from './judging';
import { append, indexAfter, type Memory, rawOf, recordsOf, wants, write } from './memory-log';
import { assertWritable } from './writable';

export interface MemoryEventStoreOptions {
  /** Delay after a failed handler; a simulation passes its own. */
  readonly pause?: (delayMs: number) => Promise<void>;
  /** As of a store that is connected to. */
  readonly ledgerId?: OwnLedger;
}

export interface StrangeEvent {
  readonly type: string;
  readonly id?: string;
  readonly data?: unknown;
  readonly metadata?: unknown;
}

export interface MemoryEventStore extends EventStore {
  readonly writeUnchecked: (stream: string, ...events: readonly StrangeEvent[]) => void;
  /** Truncates as a foreign writer who may delete: `revision` is the first that stays. */
  readonly truncate: (stream: string, revision: number) => void;
}

const BATCH = 500;

const headOf = ({ log }: Memory): Position => log.at(-1)?.position ?? START;

const followedOf = (memory: Memory, pause: FollowedLog['pause']): FollowedLog => ({
  head: async () => headOf(memory),
  next: async (after, filter) => {
    const from = indexAfter(after);
    const batch = memory.log.slice(from, from + BATCH);
    return {
      records: batch.filter((entry) => wants(filter, entry)).map(rawOf),
      upTo: batch.at(-1)?.position ?? after,
    };
  },
  onAppended: ({ ring }) => {
    memory.followers.add(ring);
    return () => memory.followers.delete(ring);
  },
  ledgerId: memory.ledgerId,
  ...(pause === undefined ? {} : { pause }),
});

const readStream = ({ streams, ledgerId }: Memory, stream: string, fromRevision: number): readonly Recorded[] => {
  const reading: StreamReading = { stream, ledgerId: ledgerId(), next: fromRevision };
  const entries = (streams.get(stream) ?? []).filter(({ revision }) => revision >= fromRevision);
  return entries.map((entry) => mustFollow(reading, rawOf(entry)));
};

function* oursIn(
  { log, ledgerId }: Memory,
  { after, filter }: { readonly after: Position; readonly filter: EventFilter | undefined },
  onStrange: ((record: StrangeRecord) => void) | undefined,
): Generator<Recorded> {
  for (let index = indexAfter(after); index < log.length; index += 1) {
    const entry = log[index];
    if (entry === undefined || !wants(filter, entry) || !isAskedFor(entry.stream, filter)) continue;
    const judged = judge(rawOf(entry), ledgerId());
    if ('event' in judged) yield judged.event;
    else onStrange?.(judged.strange);
  }
}

const strangersOf = (memory: Memory): Pick<MemoryEventStore, 'writeUnchecked' | 'truncate'> => ({
  writeUnchecked: (stream, ...events) => {
    const whole = events.map(({ type, id = randomUUID(), data = {}, metadata }) => ({ type, id, data, metadata }));
    write(memory, stream, whole);
  },
  truncate: (stream, revision) => {
    const entries = memory.streams.get(stream) ?? [];
    const last = entries.at(-1);
    if (last !== undefined) memory.truncated.set(stream, last.revision);
    const kept = entries.filter((entry) => entry.revision >= revision);
    memory.streams.set(stream, kept);
    write(memory, `$$${stream}`, [
      { id: randomUUID(), type: '$metadata', data: { $tb: revision }, metadata: undefined },
    ]);
  },
});

/** The EventStore port in memory, for unit tests and simulation. Positions count from 1. */
export const createMemoryEventStore = (options: MemoryEventStoreOptions = {}): MemoryEventStore => {
  const { pause, ledgerId = NO_LEDGER_ID } = options;
  const memory: Memory = { log: [], streams: new Map(), followers: new Set(), truncated: new Map(), ledgerId };
  return {
    append: async (stream, expected, events) => {
      assertWritable(stream, events);
      const result = append(memory, stream, expected, events);
      if (result.outcome === 'appended') {
        mustHaveBegun(stream, expected, { revision: result.revision, events: events.length });
      }
      return result;
    },
    readStream: async (stream, fromRevision = 0) => readStream(memory, stream, fromRevision),
    readAll: async function* (after, filter, onStrange) {
      yield* oursIn(memory, { after, filter }, onStrange);
    },
    head: async () => headOf(memory),
    ...recordsOf(memory),
    subscribe: (after, handlers, filter) =>
      startFollowing(followedOf(memory, pause), { after, handlers, filter }, createBell()),
    ...strangersOf(memory),
  };
};
