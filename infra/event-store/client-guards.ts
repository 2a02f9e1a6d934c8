import type { EventEmitter } from 'node:events';
import type { EventStoreDBClient } from '@eventstore/db-client';

type OpenStream = (service: unknown) => EventEmitter;
type StreamCreator = (service: unknown, name: string, open: OpenStream, cache?: unknown) => () => Promise<EventEmitter>;

/** What version 6.2.1 keeps from its types. The contract suite fails where another version has it otherwise. */
interface Internals {
  supports: () => Promise<boolean>;
  GRPCStreamCreator: StreamCreator;
  readonly getChannel: () => Promise<{ close: () => void }>;
}

const internalsOf = (client: EventStoreDBClient): Internals => client as unknown as Internals;

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

/**
 * Makes the client fit for a process that must live through a store that dies (design: event-store, section 6).
 * It also stops asking for the server's features before the first append: that question has no deadline, and while
 * it hangs so does every append. Every server since 21.10 knows the batch append.
 */
export const guardClient = (client: EventStoreDBClient): EventStoreDBClient => {
  const internals = internalsOf(client);
  const create = internals.GRPCStreamCreator;
  internals.supports = async () => true;
  internals.GRPCStreamCreator = (service, name, open, cache) => {
    const isBatchAppend = cache !== undefined;
    return create(service, name, isBatchAppend ? (grpc) => tolerateStrayAnswers(open(grpc)) : open, cache);
  };
  return client;
};

/** `dispose` ends the client's streams and leaves its connection open. */
export const closeClient = async (client: EventStoreDBClient): Promise<void> => {
  await client.dispose();
  (await internalsOf(client).getChannel()).close();
};
