import { connectEventStore } from '../../infra/event-store/client/client';
import { createEventMaker } from '../seeds/one-event';
import type { AppendSettings } from './append-client';
import { type ClosedLoop, closedLoop } from './shared/closed-loop';
import { serve } from './shared/serve';

/** The same as `append-client` through the adapter that the service uses. */
serve(async ({ eventStoreUrl, writers, streamPrefix }: AppendSettings) => {
  const eventStore = connectEventStore({ connectionString: eventStoreUrl });
  const makeEvent = createEventMaker();
  const revisions = new Map<number, number>();
  const append = async (writer: number): Promise<boolean> => {
    const stream = `${streamPrefix}-${writer}`;
    const result = await eventStore.append(stream, revisions.get(writer) ?? 'no_stream', [makeEvent()]);
    if (result.outcome !== 'appended') throw new Error(`An append ended in ${result.outcome}`);
    revisions.set(writer, result.revision);
    return true;
  };
  return {
    answer: (window: Omit<ClosedLoop, 'workers'>) => closedLoop({ ...window, workers: writers }, append),
    close: () => eventStore.close(),
  };
});
