import type { EventEmitter } from 'node:events';
import type { EventStoreDBClient } from '@eventstore/db-client';

type OpenStream = (service: unknown) => EventEmitter;
type StreamCreator = (service: unknown, name: string, open: OpenStream, cache?: unknown) => () => Promise<EventEmitter>;

interface Channel {
  readonly close: () => void;
}

/** Private members of the client, version 6.2.1; the contract suite fails when another version differs. */
interface Internals {
  supports: () => Promise<boolean>;
  GRPCStreamCreator: StreamCreator;
  createChannel: () => Promise<Channel>;
  handleError: (client: unknown, error: unknown) => Promise<void>;
}

const internalsOf = (client: EventStoreDBClient): Internals => client as unknown as Internals;

export interface GuardedClient {
  readonly client: EventStoreDBClient;
  /** Ends the client's calls and connection; never rejects, and dials no server. */
  readonly close: () => Promise<void>;
}

/**
 * The client keeps all pending appends of the process in one table, which any breaking batch stream empties. A later
 * answer to a removed append throws inside the client and ends the process or mutes the stream. Dropping the answer is
 * safe: the append was rejected and is being retried.
 */
const tolerateStrayAnswers = (stream: EventEmitter): EventEmitter => {
  for (const listener of stream.listeners('data') as ((answer: unknown) => void)[]) {
    stream.off('data', listener);
    stream.on('data', (answer: unknown) => {
      try {
        listener(answer);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    });
  }
  return stream;
};

const guardBatchAppends = (internals: Internals): void => {
  const create = internals.GRPCStreamCreator;
  internals.GRPCStreamCreator = (service, name, open, cache) => {
    const isBatchAppend = cache !== undefined;
    return create(service, name, isBatchAppend ? (grpc) => tolerateStrayAnswers(open(grpc)) : open, cache);
  };
};

/** The client awaits this promise nowhere: a rejection, as by a cluster not found, would end the process. */
const guardErrorHandler = (internals: Internals): void => {
  const handleError = internals.handleError;
  internals.handleError = (grpc, error) => handleError(grpc, error).catch(() => undefined);
};

/** `dispose` leaves the connection open; the returned function closes it. */
const guardChannel = (internals: Internals): (() => void) => {
  const create = internals.createChannel;
  let current: Channel | null = null;
  let closed = false;
  internals.createChannel = async () => {
    const channel = await create();
    // The cluster may be found only after the close.
    if (closed) channel.close();
    current = channel;
    return channel;
  };
  return () => {
    closed = true;
    current?.close();
  };
};

/**
 * Makes the client survive a store that dies (design: event-store, section 6). Also skips its question for the server's
 * features, which has no deadline and blocks appends; servers since 21.10 know batch appends.
 */
export const guardClient = (client: EventStoreDBClient): GuardedClient => {
  const internals = internalsOf(client);
  internals.supports = async () => true;
  guardBatchAppends(internals);
  guardErrorHandler(internals);
  const closeChannel = guardChannel(internals);
  const close = async (): Promise<void> => {
    await client.dispose();
    closeChannel();
  };
  return { client, close };
};
