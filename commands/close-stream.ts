import { closing, type Found, type Traces } from '../aggregates/closing/closing';
import type { StreamClosed } from '../aggregates/closing/events';
import type { Position } from '../aggregates/events';
import { isStreamFault } from '../aggregates/stream-fault';
import type { Alert } from './alerts/kinds';
import type { CommandContext } from './handling/context';
import { handle } from './handling/handle';
import type { HandleDeps } from './handling/request';
import type { EventStore } from './ports/event-store';

export interface CloseStreamDeps extends HandleDeps {
  /** The raw log: `eventStore` shows no event of a stream that is parked as a whole. */
  readonly eventLog: Pick<EventStore, 'readStream'>;
  readonly readTraces: (stream: string) => Promise<Traces>;
  readonly alert: Alert;
}

export interface CloseStream {
  readonly stream: string;
  readonly reason: string;
}

export interface Closed {
  readonly closed: StreamClosed;
  /** Null when it was closed before. */
  readonly position: Position | null;
}

/** A repetition answers the first closing. Refuses NOT_FOUND, and WRONG_STATE for a whole stream or another kind. */
export const closeStream =
  (deps: CloseStreamDeps) =>
  async ({ stream, reason }: CloseStream, context: CommandContext): Promise<Closed> => {
    // The rows are read first: the stream of a row was written before this read.
    const traces = await deps.readTraces(stream);
    const found = await findIn(deps.eventLog, stream);
    const [actor, now] = [context.actor.id, deps.clock.iso()];
    const { state, position } = await handle(deps, closing, {
      ...{ id: stream, context },
      command: { type: 'CloseStream', stream, found, traces, actor, reason, now },
    });
    if (state === null) throw new Error(`${stream} was not closed, and no reason was given`);
    deps.alert('A lost stream was closed: an operator must settle its payment', { stream, reason });
    return { closed: state, position };
  };

const findIn = async (eventLog: CloseStreamDeps['eventLog'], stream: string): Promise<Found> => {
  try {
    return { is: (await eventLog.readStream(stream)).length > 0 ? 'WHOLE' : 'NOTHING' };
  } catch (error) {
    if (!isStreamFault(error) || error.fault === 'PARKED' || error.fault === 'CLOSED') throw error;
    return { is: 'FAULTY', why: { closedFor: error.fault, detail: error.message } };
  }
};
