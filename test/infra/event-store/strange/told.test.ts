import { type Recorded, START } from '../../../../aggregates/events';
import { LEDGER_STREAM } from '../../../../aggregates/ledger/ledger';
import type { EventFilter, EventStore, StrangeRecord } from '../../../../commands/ports/event-store';
import { collect, newStream } from '../../../../packages/testing/src/contracts/event-store/scene';
import {
  blockNumberOf,
  metadata,
  watermark,
  watermarks,
} from '../../../../packages/testing/src/contracts/event-store/watermarks';
import { useScriptedCluster } from '../scripted/cluster';
import { SHARED_STORES, type SharedStore } from './shared-store';

const cluster = useScriptedCluster();

const PREFIXES: EventFilter = { streamPrefixes: ['watcher-', '$$watcher-'] };

/** A subscriber's events as text, until `last` is there. */
const followed = (store: EventStore, last: string, filter?: EventFilter): Promise<readonly string[]> =>
  new Promise((resolve) => {
    const told: string[] = [];
    const add = async (texts: readonly string[]): Promise<void> => {
      told.push(...texts);
      if (told.includes(last)) resolve([...told]);
    };
    const subscription = store.subscribe(
      START,
      {
        onEvents: (events) => add(events.map(blockNumberOf)),
        onStrange: (records) => add(records.map(({ stream, revision, type }) => `${stream} ${revision} ${type}`)),
        onDropped: (cause) => void add([cause]),
      },
      filter,
    );
    ends.push(subscription.stop);
  });
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const readWith = async (store: EventStore, filter?: EventFilter) => {
  const strange: StrangeRecord[] = [];
  const events: Recorded[] = await collect(store.readAll(START, filter, (record) => void strange.push(record)));
  return { events: events.map(blockNumberOf), strange };
};

describe.each(SHARED_STORES)('a log with foreign events, %s', (_, open) => {
  let shared: SharedStore;
  let stream: string;
  beforeEach(async () => {
    shared = await open(cluster, 'ours');
    stream = newStream();
    const { store, write } = shared;
    write('othershop-1', { type: 'OrderPlaced', data: { total: 1 } });
    await store.append(stream, 'no_stream', watermarks(1, 2));
    write(stream, { type: 'OrderPlaced' });
    write('watcher-theirs', { type: 'WatermarkReached', data: {} });
    write('othershop-1', { type: 'SubjectErased', data: { subjectId: 'somebody' }, metadata });
    write(stream, { type: 'Invented', metadata }, { type: 'WatermarkReached', data: 'text', metadata });
    write(stream, { type: 'WatermarkReached', metadata: { ...metadata, ledgerId: 'theirs' } });
    write(`$$${stream}`, { type: '$metadata', data: { $maxAge: 1 } });
    await store.append(newStream(), 'no_stream', [watermark(3)]);
  });

  const strangers = () => [
    `${stream} 2 OrderPlaced`,
    'watcher-theirs 0 WatermarkReached',
    `${stream} 3 Invented`,
    `${stream} 4 WatermarkReached`,
    `${stream} 5 WatermarkReached`,
    `$$${stream} 0 $metadata`,
  ];

  test('is read to its end: only our own events, and on request a report of the rest with its reason', async () => {
    const { events, strange } = await readWith(shared.store, PREFIXES);
    expect(events).toEqual(['1', '2', '3']);
    expect(strange.map(({ stream: where, revision, type }) => `${where} ${revision} ${type}`)).toEqual(strangers());
    expect(strange.map(({ isOurs, why }) => [isOurs, why])).toEqual([
      [false, 'the event has no ledger metadata'],
      [false, 'the event has no ledger metadata'],
      [true, 'The log has an event of an unknown type: Invented'],
      [true, 'the data of the event cannot be decoded'],
      [false, 'the event belongs to another ledger, theirs'],
      [false, '$metadata was written to the metadata of a stream'],
    ]);
  });

  test('is read to its end without a filter, and by type', async () => {
    const everything = await collect(shared.store.readAll(START));
    expect(everything.map(({ type }) => type)).toContain('SubjectErased');
    const ofWatchers = everything.filter(({ stream: where }) => where.startsWith('watcher-'));
    expect(ofWatchers.map(blockNumberOf)).toEqual(['1', '2', '3']);
    const byType = await collect(shared.store.readAll(START, { typePrefixes: ['WatermarkReached'] }));
    expect(byType.map(blockNumberOf)).toEqual(['1', '2', '3']);
  });

  test('is followed: a foreign event arrives in its place and does not interrupt', async () => {
    expect(await followed(shared.store, '3', PREFIXES)).toEqual(['1', '2', ...strangers(), '3']);
  });

  test('is followed past a foreign event by a subscriber that wants only events', async () => {
    const told: string[] = [];
    await new Promise<void>((resolve) => {
      const onEvents = async (events: readonly Recorded[]): Promise<void> => {
        told.push(...events.map(blockNumberOf));
        if (told.includes('3')) resolve();
      };
      const onDropped = (cause: string): void => void told.push(cause);
      ends.push(shared.store.subscribe(START, { onEvents, onDropped }, PREFIXES).stop);
    });
    expect(told).toEqual(['1', '2', '3']);
  });

  test('names its owner in ledger-identity, also a foreign one', async () => {
    const data = { ledgerId: 'theirs', format: 1, openedAt: metadata.at };
    shared.write(LEDGER_STREAM, { type: 'LedgerOpened', data, metadata: { ...metadata, ledgerId: 'theirs' } });
    expect(await shared.store.readStream(LEDGER_STREAM)).toMatchObject([{ type: 'LedgerOpened', data }]);
  });
});
