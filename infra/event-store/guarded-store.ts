import { isStreamFault, type StreamFault, streamFault } from '../../aggregates/stream-fault';
import type { EventStore } from '../../commands/ports/event-store';

/** What PostgreSQL says of streams. */
export interface StreamWatch {
  /** True: it is parked as a whole, as far as was read lately. Rejects while that is not known at all. */
  readonly isSetAside: (stream: string) => boolean | Promise<boolean>;
  /** True: events of this stream were projected. */
  readonly isKnown: (stream: string) => Promise<boolean>;
  /** Parks it and raises the alarm, once. Never rejects. */
  readonly report: (fault: StreamFault) => Promise<void>;
}

/**
 * The store for who decides: nothing is read from a stream that is parked as a whole, nothing is appended to it, and
 * whoever finds a stream foreign or gone has it parked. Rejects with StreamFault.
 */
export const guardedStore = (store: EventStore, watch: StreamWatch): EventStore => {
  const mustBeSound = async (stream: string): Promise<void> => {
    if (await watch.isSetAside(stream)) throw streamFault(stream, 'PARKED', 'it is parked as a whole');
  };
  const reporting = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      if (isStreamFault(error)) await watch.report(error);
      throw error;
    }
  };
  return {
    ...store,
    append: async (stream, expected, events) => {
      await mustBeSound(stream);
      return reporting(() => store.append(stream, expected, events));
    },
    readStream: async (stream, fromRevision = 0) => {
      await mustBeSound(stream);
      return reporting(async () => {
        const events = await store.readStream(stream, fromRevision);
        if (events.length > 0 || fromRevision > 0 || !(await watch.isKnown(stream))) return events;
        throw streamFault(stream, 'GONE', 'its events were projected, and it has none any more: somebody deleted it');
      });
    },
  };
};
