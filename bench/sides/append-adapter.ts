import { type EventPlaces, openEventStore } from '../../infra/event-store/open-event-store';
import { createEventMaker } from '../seeds/one-event';
import { rateOf, type Window } from './shared/closed-loop';
import { serve } from './shared/serve';

export interface AppendSettings extends EventPlaces {
  readonly writers: number;
  /** Begins the names of this side's streams. */
  readonly streamPrefix: string;
}

/** Writers of one adapter, as the service uses it, each on a stream of its own at the exact revision. */
serve(async ({ writers, streamPrefix, ...places }: AppendSettings) => {
  const eventStore = openEventStore(places, { logger: { warn: () => undefined } });
  await eventStore.connect();
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
    answer: (window: Window) => rateOf(writers, window, append),
    close: () => eventStore.close(),
  };
});
