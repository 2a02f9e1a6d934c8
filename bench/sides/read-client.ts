import { EventStoreDBClient } from '@eventstore/db-client';
import { START } from '../../aggregates/events';
import { openEventStore } from '../../infra/event-store/open-event-store';
import { timed } from './shared/reading';
import { serve } from './shared/serve';

export interface ReadSettings {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
}

/** Reads everything, forwards: from the log as the service does, or with the official client from our server. */
serve(async ({ databaseUrl, eventStoreUrl }: ReadSettings) => {
  const client = EventStoreDBClient.connectionString(eventStoreUrl);
  const log = openEventStore({ databaseUrl }, { deadlineMs: 10_000, logger: { warn: () => undefined } });
  return {
    answer: (through: 'client' | 'log') => timed(through === 'client' ? client.readAll() : log.readAll(START)),
    close: async () => {
      await client.dispose();
      await log.close();
    },
  };
});
