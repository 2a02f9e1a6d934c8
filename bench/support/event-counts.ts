import { setTimeout as pause } from 'node:timers/promises';
import { type EventType, START } from '../../aggregates/events';
import type { EventStore } from '../../commands/ports/event-store';

const POLL_MS = 50;

/** How many events of each type there are so far; each question reads on from the one before. */
export const createEventCounts = (eventStore: Pick<EventStore, 'readAll'>) => {
  const counts = new Map<EventType, number>();
  let after = START;
  return async (type: EventType): Promise<number> => {
    for await (const event of eventStore.readAll(after)) {
      counts.set(event.type, (counts.get(event.type) ?? 0) + 1);
      after = event.position;
    }
    return counts.get(type) ?? 0;
  };
};

/** How many seconds it takes until there are so many; rejects when there are not in time. */
export const untilCounted = async (
  count: ReturnType<typeof createEventCounts>,
  type: EventType,
  wanted: number,
  timeoutMs: number,
): Promise<number> => {
  const startedMs = performance.now();
  let there = 0;
  while (performance.now() - startedMs < timeoutMs) {
    there = await count(type);
    if (there >= wanted) return (performance.now() - startedMs) / 1_000;
    await pause(POLL_MS);
  }
  throw new Error(`${there} of ${wanted} ${type} within ${timeoutMs / 1_000} s`);
};
