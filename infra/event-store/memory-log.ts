import { isAfter, type Position, START } from '../../aggregates/events';
import type {
  AppendResult,
  EventFilter,
  EventStore,
  ExpectedRevision,
  Proposed,
  StoredRecord,
} from '../../commands/ports/event-store';
import type { OwnLedger, RawRecord } from './judging';

/** `content` is JSON text as in the real store, so values that are not JSON are lost here too. */
export interface Entry {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly content: string;
}

export interface Memory {
  readonly log: Entry[];
  readonly streams: Map<string, Entry[]>;
  readonly followers: Set<() => void>;
  /** The last revision of the truncated part. */
  readonly truncated: Map<string, number>;
  readonly ledgerId: OwnLedger;
}

type Written = Pick<RawRecord, 'id' | 'type' | 'data' | 'metadata'>;

export const rawOf = ({ content, ...entry }: Entry): RawRecord => ({ ...entry, ...parsedOf(content) });

const parsedOf = (content: string): Pick<RawRecord, 'data' | 'metadata'> => {
  const { data, metadata } = JSON.parse(content) as Partial<Pick<RawRecord, 'data' | 'metadata'>>;
  return { data, metadata };
};

export const wants = (filter: EventFilter | undefined, entry: Entry): boolean => {
  if (filter === undefined) return true;
  return 'streamPrefixes' in filter
    ? filter.streamPrefixes.some((prefix) => entry.stream.startsWith(prefix))
    : filter.typePrefixes.some((prefix) => entry.type.startsWith(prefix));
};

export const indexAfter = (position: Position): number => (isAfter(position, START) ? Number(position.commit) : 0);

export const write = (memory: Memory, stream: string, events: readonly Written[]): AppendResult => {
  const entries = memory.streams.get(stream) ?? [];
  memory.streams.set(stream, entries);
  for (const { id, type, data, metadata } of events) {
    const place = BigInt(memory.log.length + 1);
    const position: Position = { commit: place, prepare: place };
    const content = JSON.stringify({ data, metadata });
    const revision = (entries.at(-1)?.revision ?? memory.truncated.get(stream) ?? -1) + 1;
    const entry: Entry = { id, type, stream, revision, position, content };
    memory.log.push(entry);
    entries.push(entry);
  }
  for (const wake of memory.followers) wake();
  const [{ revision, position }] = entries.slice(-1) as [Entry];
  return { outcome: 'appended', revision, position };
};

/** As the real store for an exact revision. */
export const append = (
  memory: Memory,
  stream: string,
  expected: ExpectedRevision,
  events: readonly Proposed[],
): AppendResult => {
  const revision = expected === 'no_stream' ? -1 : expected;
  const entries = memory.streams.get(stream) ?? [];
  if (revision === (entries.at(-1)?.revision ?? -1)) return write(memory, stream, events);
  const repeated = entries.filter((entry) => entry.revision > revision).slice(0, events.length);
  const last = repeated.at(-1);
  const same = repeated.length === events.length && repeated.every((entry, index) => entry.id === events[index]?.id);
  if (last === undefined || !same) return { outcome: 'wrong_revision' };
  return { outcome: 'appended', revision: last.revision, position: last.position };
};

const undecoded = ({ content: _, ...entry }: Entry): StoredRecord => entry;

type Records = Pick<EventStore, 'recordAt' | 'recordsBefore' | 'beginningOf'>;

export const recordsOf = ({ log, streams }: Memory): Records => ({
  recordAt: async (position) => {
    const entry = log.find((each) => !isAfter(position, each.position));
    return entry === undefined ? null : undecoded(entry);
  },
  recordsBefore: async (position, limit) => {
    const before = log.filter((entry) => isAfter(position, entry.position)).slice(-limit);
    return before.reverse().map(undecoded);
  },
  beginningOf: async (stream) => {
    const first = streams.get(stream)?.[0];
    return first === undefined ? { is: 'NONE' } : { is: 'FROM', revision: first.revision };
  },
});
