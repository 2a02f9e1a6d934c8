import { EventStoreDBClient } from '@eventstore/db-client';
import { START } from '../../aggregates/events';
import { connectEventStore } from '../../infra/event-store/client';
import { serve } from './serve';

export interface ReadSettings {
  readonly eventStoreUrl: string;
}

export interface Reading {
  readonly events: number;
  readonly perSecond: number;
}

/** Reads everything, forwards: with the official client as it is, or through the service's adapter. */
serve(async ({ eventStoreUrl }: ReadSettings) => {
  const client = EventStoreDBClient.connectionString(eventStoreUrl);
  const adapter = connectEventStore({ connectionString: eventStoreUrl, deadlineMs: 10_000 });
  return {
    answer: (through: 'client' | 'adapter') => timed(through === 'client' ? client.readAll() : adapter.readAll(START)),
    close: async () => {
      await client.dispose();
      await adapter.close();
    },
  };
});

const timed = async (read: AsyncIterable<unknown>): Promise<Reading> => {
  const startedAt = performance.now();
  let events = 0;
  for await (const _event of read) events += 1;
  return { events, perSecond: events / ((performance.now() - startedAt) / 1_000) };
};
