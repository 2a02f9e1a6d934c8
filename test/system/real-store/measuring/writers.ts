import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, ExpectedRevision, Proposed } from '../../../../commands/ports/event-store';
import { connectEventStore } from '../../../../infra/event-store/client/client';
import { watermark } from '../../../infra/event-store/contract/watermarks';
import type { AcknowledgedAppend, StoredAppend } from './settle-appends';

/** Writers beside the service, through the same adapter, in streams that are none of the ledger's. */
export interface Writers {
  readonly acknowledged: readonly AcknowledgedAppend[];
  /** When, in order: milliseconds since 1970. */
  readonly acknowledgedAtMs: readonly number[];
  readonly reads: () => number;
  /** Reads after an own append that did not show it. */
  readonly staleReads: () => number;
  /** Ends the writing, once what was under way is acknowledged. */
  readonly stop: () => Promise<void>;
  /** Everything that stands in their streams. */
  readonly stored: () => Promise<readonly StoredAppend[]>;
  readonly close: () => Promise<void>;
}

interface Book {
  readonly acknowledged: AcknowledgedAppend[];
  readonly acknowledgedAtMs: number[];
  reads: number;
  staleReads: number;
  isStopping: boolean;
}

const WRITERS = 6;
const PAUSE_MS = 60;
const RETRY_MS = 25;
/** Of writers, so that no prefix of the ledger's begins like it. */
export const PROBE_PREFIX = 'probe-';

/** The same events at the same revision until somebody answers. */
const appendSurely = async (
  store: EventStore,
  stream: string,
  expected: ExpectedRevision,
  event: Proposed,
): Promise<AcknowledgedAppend> => {
  for (;;) {
    const result = await store.append(stream, expected, [event]).catch(() => null);
    if (result?.outcome === 'wrong_revision') throw new Error(`${stream} has another writer at ${expected}`);
    if (result?.outcome === 'appended') {
      return { stream, id: event.id, revision: result.revision, position: String(result.position.commit) };
    }
    await pause(RETRY_MS);
  }
};

/** What is away is asked again: only an answer can be stale. */
const readBack = async (store: EventStore, { stream, id, revision }: AcknowledgedAppend, book: Book): Promise<void> => {
  const events = await store.readStream(stream, revision).catch(() => null);
  if (events === null) return;
  book.reads += 1;
  if (events[0]?.id !== id) book.staleReads += 1;
};

const write = async (store: EventStore, book: Book): Promise<void> => {
  const stream = `${PROBE_PREFIX}${randomUUID()}`;
  let expected: ExpectedRevision = 'no_stream';
  for (let number = 0; !book.isStopping; number += 1) {
    const told: AcknowledgedAppend = await appendSurely(store, stream, expected, watermark(number));
    book.acknowledged.push(told);
    book.acknowledgedAtMs.push(Date.now());
    await readBack(store, told, book);
    expected = told.revision;
    await pause(PAUSE_MS);
  }
};

const readStored = async (store: EventStore, streams: ReadonlySet<string>): Promise<readonly StoredAppend[]> => {
  const stored: StoredAppend[] = [];
  for (const stream of streams) {
    for (const { id, revision, position } of await store.readStream(stream)) {
      stored.push({ stream, id, revision, position: String(position.commit) });
    }
  }
  return stored;
};

export const startWriters = (url: string): Writers => {
  const store = connectEventStore({ connectionString: url });
  const book: Book = { acknowledged: [], acknowledgedAtMs: [], reads: 0, staleReads: 0, isStopping: false };
  const writing = Promise.all(Array.from({ length: WRITERS }, () => write(store, book)));
  // A failure is told to whoever stops them.
  writing.catch(() => undefined);
  return {
    ...{ acknowledged: book.acknowledged, acknowledgedAtMs: book.acknowledgedAtMs },
    reads: () => book.reads,
    staleReads: () => book.staleReads,
    stop: async () => {
      book.isStopping = true;
      await writing;
    },
    stored: () => readStored(store, new Set(book.acknowledged.map(({ stream }) => stream))),
    close: store.close,
  };
};
