import { isStreamFault } from '../../../../aggregates/stream-fault';
import type { EventStore } from '../../../../commands/ports/event-store';
import { newStream } from '../../../../packages/testing/src/contracts/event-store/scene';
import {
  blockNumberOf,
  metadata,
  watermark,
  watermarks,
} from '../../../../packages/testing/src/contracts/event-store/watermarks';
import { useScriptedCluster } from '../scripted/cluster';
import { SHARED_STORES, type SharedStore } from './shared-store';

const cluster = useScriptedCluster();

const faultOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    (value) => value,
    (thrown: unknown) => thrown,
  );
  return isStreamFault(error) ? `${error.fault}: ${error.message}` : JSON.stringify(error);
};

describe.each(SHARED_STORES)('a stream that another program changed, %s', (_, open) => {
  let shared: SharedStore;
  let store: EventStore;
  let stream: string;
  beforeEach(async () => {
    shared = await open(cluster);
    ({ store } = shared);
    stream = newStream();
    await store.append(stream, 'no_stream', watermarks(0, 1, 2, 3));
  });

  test('is not read from a revision that is no longer its first', async () => {
    shared.truncate(stream, 2);
    expect(await faultOf(store.readStream(stream))).toBe(
      `GONE: Stream ${stream} is damaged: the stream begins at revision 2: the stream was deleted or truncated`,
    );
    expect(await faultOf(store.readStream(stream, 1))).toContain('GONE: ');
    expect((await store.readStream(stream, 2)).map(blockNumberOf)).toEqual(['2', '3']);
  });

  test('is not started a second time after a soft delete: the append continued the stream, and reports it', async () => {
    shared.softDelete(stream);
    expect(await store.readStream(stream)).toEqual([]);
    expect(await faultOf(store.append(stream, 'no_stream', [watermark(9)]))).toBe(
      `GONE: Stream ${stream} is damaged: the first events up to revision 4 are missing: the stream was deleted`,
    );
    expect(await faultOf(store.readStream(stream))).toContain('GONE: ');
  });

  test.each([
    ['without our metadata', { type: 'OrderPlaced' }],
    ['of an unknown type', { type: 'Invented', metadata }],
    ['that cannot be decoded', { type: 'WatermarkReached', data: 'text', metadata }],
    ['of a version to come', { type: 'WatermarkReached', metadata: { ...metadata, schemaVersion: 99 } }],
  ])('is not read past an event %s', async (_name, event) => {
    shared.write(stream, event);
    expect(await faultOf(store.readStream(stream))).toContain(`UNREADABLE: Stream ${stream} is damaged: `);
    expect(await faultOf(store.readStream(stream, 3))).toContain(`${event.type} at revision 4`);
  });

  test('is foreign when a foreign writer started it, with any events after that', async () => {
    shared.write('watcher-theirs', { type: 'OrderPlaced' }, { type: 'WatermarkReached', metadata });
    expect(await faultOf(store.readStream('watcher-theirs'))).toBe(
      'FOREIGN: Stream watcher-theirs is damaged: another program started the stream, with OrderPlaced',
    );
  });

  test('is our own fault, not foreign, when we started it with an event that this version does not know', async () => {
    shared.write('watcher-later', { type: 'Invented', metadata });
    expect(await faultOf(store.readStream('watcher-later'))).toContain('UNREADABLE: ');
  });
});

describe('on a server', () => {
  test('a tombstone is a fault of the stream, not an empty one', async () => {
    const node = await cluster.node();
    const store = cluster.connect(node, { deadlineMs: 30_000 });
    const stream = newStream();
    await store.append(stream, 'no_stream', watermarks(0, 1));
    node.log.tombstone(stream);
    expect(await faultOf(store.readStream(stream))).toBe(
      `GONE: Stream ${stream} is damaged: the stream was permanently deleted`,
    );
  });

  test('a link into a stream of ours is not followed, and is not an event', async () => {
    const node = await cluster.node();
    const store = cluster.connect(node, { deadlineMs: 30_000 });
    const [stream, other] = [newStream(), newStream()];
    await store.append(other, 'no_stream', watermarks(7));
    await store.append(stream, 'no_stream', watermarks(0));
    node.log.write(stream, { type: '$>', data: `0@${other}` });
    expect(await faultOf(store.readStream(stream))).toContain('$> at revision 1');
  });

  test('types and streams of 1,025 bytes and with NUL disturb no other', async () => {
    const node = await cluster.node();
    const store = cluster.connect(node, { deadlineMs: 30_000 });
    const stream = newStream();
    node.log.write(`watcher-${'x'.repeat(1_017)}`, 'y'.repeat(1_025), 'z\0');
    node.log.write('watcher-\0', { type: 'WatermarkReached', data: 'not JSON', metadata: '{' });
    await store.append(stream, 'no_stream', watermarks(0));
    const read: string[] = [];
    const strange: string[] = [];
    const filter = { streamPrefixes: ['watcher-'] };
    const start = { commit: -1n, prepare: -1n };
    for await (const event of store.readAll(start, filter, ({ stream: where }) => void strange.push(where))) {
      read.push(event.stream);
    }
    expect([read, strange.length]).toEqual([[stream], 3]);
  });
});
