import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SLICE_BYTES, type Slice } from '../../../../../infra/event-store/server/log/slices';
import { memoryBytes, type StoredEvent } from '../../../../../infra/event-store/server/log/stored-event';
import { createTail } from '../../../../../infra/event-store/server/log/tail';
import { stored } from '../stored';

const positions = (slice: Slice | null): number[] | null => slice?.events.map(({ position }) => position) ?? null;

describe('the tail of the log in memory', () => {
  const size = memoryBytes(stored(1));

  it('gives what follows a position, and says when it does not reach back', () => {
    const tail = createTail(10 * size);
    expect(tail.after(0, 5)).toBeNull();
    tail.push([stored(3), stored(4), stored(5)]);
    expect(positions(tail.after(2, 2))).toEqual([3, 4]);
    expect(positions(tail.after(4, 9))).toEqual([5]);
    expect(positions(tail.after(5, 9))).toEqual([]);
    expect(tail.after(1, 9)).toBeNull();
  });

  it('E1: gives no more bytes at a time than a read of the table, but always an event', () => {
    const tail = createTail(4 * SLICE_BYTES);
    const data = 'x'.repeat(SLICE_BYTES / 2);
    tail.push([1, 2, 3, 4].map((position) => stored(position, { data })));
    expect(tail.after(0, 9)).toMatchObject({ events: [{ position: 1 }], isCut: true });
    expect(tail.after(3, 9)).toMatchObject({ events: [{ position: 4 }], isCut: false });
    tail.push([stored(5, { data: 'x'.repeat(2 * SLICE_BYTES) }), stored(6)]);
    expect(tail.after(4, 9)).toMatchObject({ events: [{ position: 5 }], isCut: true });
  });

  it('stays within its bytes by dropping the oldest', () => {
    const tail = createTail(3 * size);
    for (let position = 1; position <= 5_000; position += 1) tail.push([stored(position)]);
    expect(tail.after(4_996, 9)).toBeNull();
    expect(positions(tail.after(4_997, 9))).toEqual([4_998, 4_999, 5_000]);
    tail.push([stored(5_001, { data: 'x'.repeat(10 * size) })]);
    expect(tail.after(5_000, 9)).toBeNull();
  });

  it('lets go of what it has dropped at once', async () => {
    const tail = createTail(3 * size);
    const pushed = (position: number): WeakRef<StoredEvent> => {
      const event = stored(position);
      tail.push([event]);
      return new WeakRef(event);
    };
    const events = Array.from({ length: 6 }, (_, index) => pushed(index + 1));
    await new Promise((resolve) => setImmediate(resolve));
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    collectGarbage();
    expect(events.map((event) => event.deref()?.position)).toEqual([undefined, undefined, undefined, 4, 5, 6]);
    expect(positions(tail.after(3, 9))).toEqual([4, 5, 6]);
  });

  it('forgets everything when the log is looked at again', () => {
    const tail = createTail(3 * size);
    tail.push([stored(1)]);
    tail.clear();
    expect(tail.after(0, 9)).toBeNull();
  });
});
