import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type AppendReply, type Expected, NO_STREAM } from '../../../../packages/event-store/log/append-request';
import type { NewEvent, StoredEvent } from '../../../../packages/event-store/log/stored-event';

/** The log of a real server, as far as our tests look: positions are offsets, never dense, and $all begins with $. */
/** An event of a foreign writer: data and metadata are its bytes. */
export type Strange = Pick<NewEvent, 'type'> & Partial<NewEvent>;

export interface ScriptedLog {
  readonly events: readonly StoredEvent[];
  /** Writes as a foreign client: without a check, into any stream. A type alone has neither data nor metadata. */
  readonly write: (stream: string, ...events: (string | Strange)[]) => void;
  /** Truncates as a foreign client, by `$tb` in the stream's metadata: `revision` is the first one that is still shown. */
  readonly truncate: (stream: string, revision: number) => void;
  /** As `truncate` behind the end: the stream reads as one that never was. */
  readonly softDelete: (stream: string) => void;
  /** For good: the mark stands in $all, and the stream answers nothing but that. */
  readonly tombstone: (stream: string) => void;
  readonly isShown: (event: StoredEvent) => boolean;
  readonly isDeleted: (stream: string) => boolean;
  readonly append: (stream: string, expected: Expected, events: readonly NewEvent[]) => AppendReply;
  /** The function that is returned ends it. */
  readonly onWrite: (listener: () => void) => () => void;
}

const FIRST_POSITION = 1_533;
const RECORD_BYTES = 211;

const OTHERS = [
  ['$stats-127.0.0.1:2113', '$statsCollected'],
  ['othershop-1', 'OrderPlaced'],
] as const;

const strange = (event: string | Strange): NewEvent => ({
  ...{ id: randomUUID(), isJson: true, data: '{}', metadata: '' },
  ...(typeof event === 'string' ? { type: event } : event),
});

/** Revision of the mark that ends a stream for good. */
const LAST_REVISION = 2 ** 63;

/** Exact revisions alone. */
const decide = (own: readonly StoredEvent[], expected: number, events: readonly NewEvent[]): AppendReply | 'write' => {
  const current = own.length - 1;
  if (expected === current) return 'write';
  const written = own.slice(expected + 1, expected + 1 + events.length);
  const same = written.length === events.length && written.every(({ id }, index) => id === events[index]?.id);
  const last = written.at(-1);
  if (expected > current || !same || last === undefined) return { outcome: 'wrong_revision', current };
  return { outcome: 'appended', revision: last.revision, position: last.position };
};

export interface Neighbours {
  /** Others write after each append: an event of the store's own, and one of another application. */
  readonly busy: boolean;
}

export const createScriptedLog = ({ busy }: Neighbours = { busy: false }): ScriptedLog => {
  const [events, streams, written] = [[] as StoredEvent[], new Map<string, StoredEvent[]>(), new EventEmitter()];
  written.setMaxListeners(0);
  const [firstShown, deleted] = [new Map<string, number>(), new Set<string>()];

  const put = (stream: string, event: NewEvent, revision = streams.get(stream)?.length ?? 0): StoredEvent => {
    const own = streams.get(stream) ?? [];
    const last = events.at(-1);
    const position = last === undefined ? FIRST_POSITION : last.position + RECORD_BYTES + last.data.length;
    const stored = { ...event, stream, position, revision, createdMs: 1_767_323_045_678 };
    events.push(stored);
    streams.set(stream, [...own, stored]);
    return stored;
  };

  const write: ScriptedLog['write'] = (stream, ...types) => {
    for (const type of types) put(stream, strange(type));
    written.emit('more');
  };

  const truncate = (stream: string, revision: number): void => {
    firstShown.set(stream, revision);
    write(`$$${stream}`, { type: '$metadata', data: JSON.stringify({ $tb: revision }) });
  };

  const softDelete = (stream: string): void => {
    firstShown.set(stream, streams.get(stream)?.length ?? 0);
    write(`$$${stream}`, { type: '$metadata', data: JSON.stringify({ $tb: Number.MAX_SAFE_INTEGER }) });
  };

  const tombstone = (stream: string): void => {
    deleted.add(stream);
    put(stream, strange('$streamDeleted'), LAST_REVISION);
    written.emit('more');
  };

  const isShown = ({ stream, revision }: StoredEvent): boolean => revision >= (firstShown.get(stream) ?? 0);

  const append: ScriptedLog['append'] = (stream, expected, proposed) => {
    if (typeof expected !== 'number') throw new Error('the ledger names exact revisions');
    const own = streams.get(stream) ?? [];
    // A stream that reads as none goes on when it is begun.
    const isBegunAgain = expected === NO_STREAM && firstShown.get(stream) === own.length;
    const decided = decide(own, isBegunAgain ? own.length - 1 : expected, proposed);
    if (decided !== 'write') return decided;
    const last = proposed.map((event) => put(stream, event)).at(-1);
    if (busy) for (const [stream, type] of OTHERS) put(stream, strange(type));
    written.emit('more');
    return { outcome: 'appended', revision: last?.revision ?? NO_STREAM, position: last?.position ?? null };
  };

  const onWrite = (listener: () => void): (() => void) => {
    written.on('more', listener);
    return () => void written.off('more', listener);
  };

  write('$scavenges', '$scavengeIndexInitialized');
  write('$users', '$User');
  const isDeleted = (stream: string): boolean => deleted.has(stream);
  return { events, write, truncate, softDelete, tombstone, isShown, isDeleted, append, onWrite };
};
