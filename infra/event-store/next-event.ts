import type { Position, Recorded } from '../../aggregates/events';
import type { EventStore } from '../../commands/ports/event-store';

/**
 * The first event after `after` in a stream with such a prefix; null when the log ends before there is one. The log's
 * own head says nothing of that: the store and others write there as well.
 */
export const nextEvent = async (
  eventStore: Pick<EventStore, 'readAll'>,
  after: Position,
  streamPrefixes: readonly string[],
): Promise<Recorded | null> => {
  for await (const event of eventStore.readAll(after, { streamPrefixes })) return event;
  return null;
};
