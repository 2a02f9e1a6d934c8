import type { Metadata, Position, Recorded } from '../../aggregates/events';
import { LEDGER_STREAM } from '../../aggregates/ledger/ledger';
import { notOurs } from '../../aggregates/ours';
import { streamFault } from '../../aggregates/stream-fault';
import type { EventFilter, ExpectedRevision, StrangeRecord } from '../../commands/ports/event-store';
import { upcast } from './upcast';
import { causeOf, isSystemStream } from './writable';

/** A record of a store: data and metadata are parsed if they are JSON, raw otherwise. */
export interface RawRecord {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly data: unknown;
  readonly metadata: unknown;
}

/** Id of this ledger; null before it has one. */
export type OwnLedger = () => string | null;

export const NO_LEDGER_ID: OwnLedger = () => null;

export type Judged = { readonly event: Recorded } | { readonly strange: StrangeRecord };

export const isObject = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && !Array.isArray(data) && !ArrayBuffer.isView(data);

const strange = ({ stream, revision, id, type, position }: RawRecord, why: string, isOurs: boolean): Judged => ({
  strange: { stream, revision, id, type, position, why, isOurs },
});

/** The ledger's own stream may name another ledger: the check of the pair needs that. */
const notOursIn = ({ stream, metadata }: RawRecord, ledgerId: string | null): string | null =>
  notOurs(metadata, stream === LEDGER_STREAM ? null : ledgerId);

/** Our event in this version's form, or the reason why the record is none. Never throws. */
export const judge = (raw: RawRecord, ledgerId: string | null): Judged => {
  const { id, stream, revision, position } = raw;
  if (isSystemStream(stream)) return strange(raw, `${raw.type} was written to the metadata of a stream`, false);
  const why = notOursIn(raw, ledgerId);
  if (why !== null) return strange(raw, why, false);
  if (!isObject(raw.data)) return strange(raw, 'the data of the event cannot be decoded', true);
  const metadata = raw.metadata as Metadata;
  try {
    const { type, data } = upcast(raw.type, metadata.schemaVersion, raw.data);
    return { event: { type, data, id, stream, revision, position, metadata } as Recorded };
  } catch (error) {
    return strange(raw, causeOf(error), true);
  }
};

/** A read may begin in any chunk; `next` is the expected revision. */
export interface StreamReading {
  readonly stream: string;
  readonly ledgerId: string | null;
  next: number;
}

/** The next event of our stream. Throws StreamFault for a gap, a foreign event or an unreadable one. */
export const mustFollow = (reading: StreamReading, raw: RawRecord): Recorded => {
  const { stream, ledgerId, next } = reading;
  if (raw.revision !== next) {
    const gone = next === 0 ? `the stream begins at revision ${raw.revision}` : `revision ${next} is missing`;
    throw streamFault(stream, 'GONE', `${gone}: the stream was deleted or truncated`);
  }
  const judged = judge(raw, ledgerId);
  if ('strange' in judged) {
    const { type, why, isOurs } = judged.strange;
    if (next === 0 && !isOurs) {
      throw streamFault(stream, 'FOREIGN', `another program started the stream, with ${type}`);
    }
    throw streamFault(stream, 'UNREADABLE', `${type} at revision ${next}: ${why}`);
  }
  reading.next += 1;
  return judged.event;
};

/** The answer to a stream's first append equals its number of events, else StreamFault: a deleted one continued. */
export const mustHaveBegun = (
  stream: string,
  expected: ExpectedRevision,
  { revision, events }: { readonly revision: number; readonly events: number },
): void => {
  if (expected !== 'no_stream' || revision === events - 1) return;
  throw streamFault(stream, 'GONE', `the first events up to revision ${revision} are missing: the stream was deleted`);
};

/** False for records of system streams that the filter does not name. */
export const isAskedFor = (stream: string, filter: EventFilter | undefined): boolean =>
  !isSystemStream(stream) ||
  (filter !== undefined &&
    'streamPrefixes' in filter &&
    filter.streamPrefixes.some((prefix) => isSystemStream(prefix) && stream.startsWith(prefix)));
