import type { EventStore, Proposed } from '../../../commands/ports/event-store';
import type { Plant } from './plant';

/** The events of an append that reach the log. */
const arriving = (plant: Plant | null, events: readonly Proposed[]): readonly Proposed[] =>
  plant === 'DEBT_FORGOTTEN'
    ? events.filter(({ type, data }) => type !== 'ChargeRefundDue' || data.reason !== 'DUPLICATE')
    : events;

/** True when an append is accepted although another one was faster. */
const isUnfenced = (plant: Plant | null, events: readonly Proposed[]): boolean =>
  plant === 'FENCE_LOST' || (plant === 'RETURN_RESOLVED_TWICE' && events.some(({ type }) => type === 'ReturnResolved'));

/** The store with the planted error. `truth` is the store below it. */
export const plantedStore = (plant: Plant | null, store: EventStore, truth: EventStore): EventStore => {
  const newest = async (stream: string) => {
    const { length } = await truth.readStream(stream);
    return length === 0 ? ('no_stream' as const) : length - 1;
  };
  const append: EventStore['append'] = async (stream, expected, events) => {
    const told = arriving(plant, events);
    if (!isUnfenced(plant, events)) return store.append(stream, expected, told);
    const result = await store.append(stream, await newest(stream), told);
    return result.outcome === 'wrong_revision' ? append(stream, expected, events) : result;
  };
  return { ...store, append };
};
