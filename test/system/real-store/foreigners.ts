import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { guardClient } from '../../../infra/event-store/client/client-guards';

/** Somebody else who uses the same store. */
export interface Foreigners {
  /** A burst of events of types and in streams that the ledger does not know. */
  readonly trade: () => Promise<void>;
  /** A stream of theirs, soft deleted; and another, tombstoned. */
  readonly tidyUp: () => Promise<void>;
  /** The same to two streams that are not theirs. */
  readonly meddle: (streams: readonly [string, string]) => Promise<void>;
  readonly close: () => Promise<void>;
}

const BURST = 50;

const placed = () => jsonEvent({ id: randomUUID(), type: 'OrderPlaced', data: { shop: 'othershop' } });

export const openForeigners = (adminUrl: string): Foreigners => {
  const { client, close } = guardClient(EventStoreDBClient.connectionString(adminUrl));
  const newStream = async (): Promise<string> => {
    const stream = `othershop-${randomUUID()}`;
    await client.appendToStream(stream, Array.from({ length: BURST }, placed), { expectedRevision: 'no_stream' });
    return stream;
  };
  return {
    trade: async () => {
      await newStream();
    },
    tidyUp: async () => {
      await client.deleteStream(await newStream());
      await client.tombstoneStream(await newStream());
    },
    meddle: async ([deleted, ended]) => {
      await client.deleteStream(deleted);
      await client.tombstoneStream(ended);
    },
    close,
  };
};
