import { isAfter, type Position, type Recorded } from '../../aggregates/events';
import { rejection } from '../../aggregates/rejection';
import { isStreamFault, type StreamFault, streamFault } from '../../aggregates/stream-fault';
import type { EventStore } from '../../commands/ports/event-store';

export type SetAside = 'PARKED' | 'CLOSED';

const WHY_ASIDE: Readonly<Record<SetAside, string>> = {
  PARKED: 'the whole stream is parked',
  CLOSED: 'an operator has closed the stream',
};

export interface StreamWatch {
  /** Parked as a whole, or closed, by the latest read; null: neither. Rejects before the first read. */
  readonly setAside: (stream: string) => SetAside | null | Promise<SetAside | null>;
  /** Position of the stream's first projected event; null: none was projected. */
  readonly projectedAt: (stream: string) => Promise<Position | null>;
  /** Parks it and raises the alarm, once. Never rejects. */
  readonly report: (fault: StreamFault) => Promise<void>;
}

/** Refuses to read or write a parked or closed stream; reports a foreign or missing one. Rejects StreamFault. */
export const guardedStore = (store: EventStore, watch: StreamWatch): EventStore => {
  const mustBeSound = async (stream: string): Promise<void> => {
    const aside = await watch.setAside(stream);
    if (aside !== null) throw streamFault(stream, aside, WHY_ASIDE[aside]);
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
        if (events.length > 0 || fromRevision > 0) return events;
        const projected = await watch.projectedAt(stream);
        return projected === null ? events : readAgain(store, stream, projected);
      });
    },
  };
};

const LAGS = 'The event store does not show the projected events yet: repeat the request';

/** Reads a projected stream that was empty again: it may have begun meanwhile, and a lagging store shows no event. */
const readAgain = async (store: EventStore, stream: string, projected: Position): Promise<readonly Recorded[]> => {
  // Read before the stream: a store that shows this head but no event of the stream has lost it.
  const head = await store.head();
  const events = await store.readStream(stream);
  if (events.length > 0) return events;
  if (isAfter(projected, head)) throw rejection('SERVICE_UNAVAILABLE', LAGS);
  throw streamFault(stream, 'GONE', 'its projected events are missing: the stream was deleted');
};
