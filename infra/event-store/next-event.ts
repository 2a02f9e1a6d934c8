import type { Position, Recorded } from '../../aggregates/events';
import type { EventStore } from '../../commands/ports/event-store';

/** Null when the log ends first; the head does not decide this, because the store and others write too. */
export const nextEvent = async (
  eventStore: Pick<EventStore, 'readAll'>,
  after: Position,
  streamPrefixes: readonly string[],
): Promise<Recorded | null> => {
  for await (const event of eventStore.readAll(after, { streamPrefixes })) return event;
  return null;
};
