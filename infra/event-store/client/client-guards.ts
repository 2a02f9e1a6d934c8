import type { EventEmitter } from 'node:events';
import type { EventStoreDBClient } from '@eventstore/db-client';

type OpenStream = (service: unknown) => EventEmitter;
type StreamCreator = (service: unknown, name: string, open: OpenStream, cache?: unknown) => () => Promise<EventEmitter>;

interface Channel {
  readonly close: () => void;
}

/** What version 6.2.1 keeps from its types. The contract suite fails where another version has it otherwise. */
interface Internals {
  supports: () => Promise<boolean>;
  GRPCStreamCreator: StreamCreator;
  createChannel: () => Promise<Channel>;
  handleError: (client: unknown, error: unknown) => Promise<void>;
}

const internalsOf = (client: EventStoreDBClient): Internals => client as unknown as Internals;

/** A client, and how to be rid of it. */
export interface GuardedClient {
  readonly client: EventStoreDBClient;
  /** Ends the client's calls and its connection; never rejects, and looks for no server in order to leave it. */
  readonly close: () => Promise<void>;
}

/**
 * The client keeps the pending appends of the whole process in one table, and a batch stream that breaks empties it,
 * also of the appends of other streams. The answer to one of those then throws inside the client: the process ends,
 * or the stream never answers again. Here it is dropped; the append was rejected, and its repetition is under way.
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

/** Nobody waits for this answer inside the client: a cluster that is not found would end the process through it. */
const guardErrorHandler = (internals: Internals): void => {
  const handleError = internals.handleError;
  internals.handleError = (grpc, error) => handleError(grpc, error).catch(() => undefined);
};

/** `dispose` ends the client's calls and leaves its connection open; the returned function closes that too. */
const guardChannel = (internals: Internals): (() => void) => {
  const create = internals.createChannel;
  let current: Channel | null = null;
  let closed = false;
  internals.createChannel = async () => {
    const channel = await create();
    // A cluster may take long to be found, longer than anybody wanted to wait.
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
 * Makes the client fit for a process that must live through a store that dies (design: event-store, section 6).
 * It also stops asking for the server's features before the first append: that question has no deadline, and while
 * it hangs so does every append. Every server since 21.10 knows the batch append.
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
