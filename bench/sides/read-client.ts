import { EventStoreDBClient } from '@eventstore/db-client';
import { START } from '../../aggregates/events';
import { connectEventStore } from '../../infra/event-store/client/client';
import { timed } from './shared/reading';
import { serve } from './shared/serve';

export interface ReadSettings {
  readonly eventStoreUrl: string;
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
