import { setImmediate } from 'node:timers/promises';
import { isAfter, type Recorded, START } from '../../aggregates/events';
import type { EventFilter, EventStore } from '../../commands/ports/event-store';
import { undecodedReads } from '../doubles/undecoded-log';

const isWanted = (event: Recorded, filter?: EventFilter): boolean =>
  filter === undefined || !('streamPrefixes' in filter)
    ? true
    : filter.streamPrefixes.some((prefix) => event.stream.startsWith(prefix));

/** A store with this log that accepts no append. */
export const frozenStore = (log: readonly Recorded[]): EventStore => ({
  append: () => Promise.reject(new Error('This log is never written')),
  readStream: async (stream, from = 0) => log.filter((event) => event.stream === stream && event.revision >= from),
  readAll: async function* (after, filter) {
    for (const event of log) if (isAfter(event.position, after) && isWanted(event, filter)) yield event;
  },
  head: async () => log.at(-1)?.position ?? START,
  ...undecodedReads(log),
  subscribe: (after, { onEvents, onCaughtUp }, filter) => {
    const tell = async (): Promise<void> => {
      await setImmediate();
      await onEvents(log.filter((event) => isAfter(event.position, after) && isWanted(event, filter)));
      onCaughtUp?.();
    };
    const told = tell();
    return { stop: () => told };
  },
});
