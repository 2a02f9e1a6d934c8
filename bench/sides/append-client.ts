import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { createEventMaker } from '../seeds/one-event';
import { type ClosedLoop, closedLoop } from './shared/closed-loop';
import { serve } from './shared/serve';

export interface AppendSettings {
  readonly eventStoreUrl: string;
  readonly writers: number;
  /** Begins the names of this side's streams. */
  readonly streamPrefix: string;
}

/** `append`: writers of one official client, each on a stream of its own at the exact revision. */
serve(async ({ eventStoreUrl, writers, streamPrefix }: AppendSettings) => {
  const client = EventStoreDBClient.connectionString(eventStoreUrl);
  const makeEvent = createEventMaker();
  const revisions = new Map<number, bigint>();
  const append = async (writer: number): Promise<boolean> => {
    const { id, type, data, metadata } = makeEvent();
    const event = jsonEvent({ id, type, data: data as never, metadata: metadata as never });
    const written = await client.appendToStream(`${streamPrefix}-${writer}`, event, {
      expectedRevision: revisions.get(writer) ?? 'no_stream',
    });
    revisions.set(writer, written.nextExpectedRevision);
    return true;
  };
  return {
    answer: (window: Omit<ClosedLoop, 'workers'>) => closedLoop({ ...window, workers: writers }, append),
    close: () => client.dispose(),
  };
});
