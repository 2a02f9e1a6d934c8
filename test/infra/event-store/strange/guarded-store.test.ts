import type { Position } from '../../../../aggregates/events';
import { isRejection } from '../../../../aggregates/rejection';
import { isStreamFault, type StreamFault } from '../../../../aggregates/stream-fault';
import { guardedStore, type SetAside } from '../../../../infra/event-store/guarded-store';
import { createMemoryEventStore, type MemoryEventStore } from '../../../../infra/event-store/memory';
import { watermark, watermarks } from '../../../../packages/testing/src/contracts/event-store/watermarks';
import { problemOf } from '../../../../src/http/problems';

const STREAM = 'watcher-ethereum';

/** The log goes on elsewhere, so that it does not end before the place. */
const AT_ITS_BEGINNING = async (memory: MemoryEventStore): Promise<Position> => {
  await memory.append('watcher-polygon', 'no_stream', watermarks(1));
  return memory.head();
};

const guarded = (projectedAt: (memory: MemoryEventStore) => Promise<Position | null> = async () => null) => {
  const memory = createMemoryEventStore();
  const setAside = new Map<string, SetAside>();
  const reported: StreamFault[] = [];
  const store = guardedStore(memory, {
    setAside: (stream) => setAside.get(stream) ?? null,
    projectedAt: () => projectedAt(memory),
    report: async (fault) => void reported.push(fault),
  });
  return { memory, store, setAside, reported };
};

const faultOf = async (work: Promise<unknown>): Promise<StreamFault> => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!isStreamFault(error)) throw new Error('it is refused as a fault');
  return error;
};

describe('the store for deciding commands', () => {
  test('treats an empty stream as deleted when its events were projected', async () => {
    const { store, reported } = guarded(AT_ITS_BEGINNING);
    const fault = await faultOf(store.readStream(STREAM));
    expect([fault.fault, fault.stream, reported]).toEqual(['GONE', STREAM, [fault]]);
  });

  test('reads a stream again that starts and is projected during the read', async () => {
    const { memory, store, reported } = guarded(async (behind) => {
      await behind.append(STREAM, 'no_stream', watermarks(1, 2));
      return behind.head();
    });
    expect(await store.readStream(STREAM)).toEqual(await memory.readStream(STREAM));
    expect([(await memory.readStream(STREAM)).length, reported]).toEqual([2, []]);
  });

  test('asks for a retry when a store lags behind its projected events, and parks no stream', async () => {
    const { store, reported } = guarded(async () => ({ commit: 1_000n, prepare: 0n }));
    await expect(store.readStream(STREAM)).rejects.toMatchObject({ rejection: { code: 'SERVICE_UNAVAILABLE' } });
    expect(reported).toEqual([]);
  });

  test('reports missing streams, and foreign events under a needed name', async () => {
    const { memory, store, reported } = guarded();
    await store.append(STREAM, 'no_stream', watermarks(1, 2));
    memory.truncate(STREAM, 1);
    memory.writeUnchecked('watcher-theirs', { type: 'OrderPlaced' });
    await faultOf(store.readStream(STREAM));
    await faultOf(store.readStream('watcher-theirs'));
    expect(reported.map(({ fault, stream }) => [fault, stream])).toEqual([
      ['GONE', STREAM],
      ['FOREIGN', 'watcher-theirs'],
    ]);
  });

  test('reports a deletion that an append finds, although the append was written', async () => {
    const { memory, store, reported } = guarded();
    await store.append(STREAM, 'no_stream', watermarks(1));
    memory.truncate(STREAM, 1);
    await faultOf(store.append(STREAM, 'no_stream', [watermark(2)]));
    expect(reported.map(({ fault }) => fault)).toEqual(['GONE']);
  });

  test('decides nothing on a completely parked stream, and writes nothing to it', async () => {
    const { memory, store, setAside } = guarded();
    await store.append(STREAM, 'no_stream', watermarks(1));
    setAside.set(STREAM, 'PARKED');
    expect((await faultOf(store.readStream(STREAM))).fault).toBe('PARKED');
    expect((await faultOf(store.append(STREAM, 0, [watermark(2)]))).fault).toBe('PARKED');
    expect(await memory.readStream(STREAM)).toHaveLength(1);
  });

  test('is a 503 with Retry-After for callers, without any name or cause', async () => {
    const { store } = guarded(AT_ITS_BEGINNING);
    const fault = await faultOf(store.readStream(STREAM));
    expect(isRejection(fault)).toBe(true);
    const { status, body, headers } = problemOf(fault, 'request', () => false);
    expect([status, headers]).toEqual([503, { 'Retry-After': '2' }]);
    expect(JSON.stringify(body)).not.toContain(STREAM);
    expect(body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  test('a closed stream is a permanent conflict for callers', async () => {
    const { memory, store, setAside } = guarded();
    await store.append(STREAM, 'no_stream', watermarks(1));
    setAside.set(STREAM, 'CLOSED');
    const fault = await faultOf(store.append(STREAM, 0, [watermark(2)]));
    const { status, body, headers } = problemOf(fault, 'request', () => false);
    expect([fault.fault, status, headers, body]).toMatchObject(['CLOSED', 409, {}, { code: 'WRONG_STATE' }]);
    expect(JSON.stringify(body)).not.toContain(STREAM);
    expect(await memory.readStream(STREAM)).toHaveLength(1);
  });
});
