import { SLICE_BYTES, type Slice } from './slices';
import { memoryBytes, type StoredEvent } from './stored-event';

/** The newest events in memory, bounded in bytes, so that live subscriptions need no query. */
export interface Tail {
  readonly push: (events: readonly StoredEvent[]) => void;
  /** Up to `limit` events after the position; null when the tail does not reach back that far. */
  readonly after: (position: number, limit: number) => Slice | null;
  readonly clear: () => void;
}

const COMPACT_AT = 1024;

/** As many as fit, but at least one. */
const cutSlice = (events: readonly StoredEvent[]): Slice => {
  let bytes = 0;
  const fit = events.findIndex((event, index) => {
    bytes += memoryBytes(event);
    return bytes > SLICE_BYTES && index > 0;
  });
  return fit === -1 ? { events, isCut: false } : { events: events.slice(0, fit), isCut: true };
};

export const createTail = (limitBytes: number): Tail => {
  // Dropped events leave empty places at the front, compacted in bulk.
  let events: (StoredEvent | undefined)[] = [];
  let dropped = 0;
  let heldBytes = 0;

  const compact = (): void => {
    if (dropped < COMPACT_AT || dropped * 2 < events.length) return;
    events = events.slice(dropped);
    dropped = 0;
  };

  const dropOldest = (): void => {
    heldBytes -= memoryBytes(events[dropped]!);
    events[dropped] = undefined;
    dropped += 1;
  };

  const push = (added: readonly StoredEvent[]): void => {
    for (const event of added) {
      events.push(event);
      heldBytes += memoryBytes(event);
    }
    while (heldBytes > limitBytes && dropped < events.length) dropOldest();
    compact();
  };

  const after = (position: number, limit: number): Slice | null => {
    const first = events[dropped];
    if (first === undefined || position < first.position - 1) return null;
    const start = dropped + position + 1 - first.position;
    return cutSlice(events.slice(start, start + limit) as StoredEvent[]);
  };

  const clear = (): void => {
    events = [];
    dropped = 0;
    heldBytes = 0;
  };

  return { push, after, clear };
};
