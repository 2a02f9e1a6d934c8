import { type Decider, fold } from '../../../aggregates/decider';
import type { LedgerEvent, Metadata, Recorded } from '../../../aggregates/events';
import { streamNameOf } from '../../../aggregates/stream';
import type { EventStore } from '../../ports/event-store';
import type { Known, KnownStreams } from './known-streams';
import type { SharedReads } from './shared-reads';
import type { Snapshot, Snapshots } from './snapshots';

export interface ReadDeps {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly snapshots?: Snapshots;
  /** Absent: recalling reads the stream. */
  readonly knownStreams?: KnownStreams;
  readonly sharedReads?: SharedReads;
}

export type Folding<State, Event> = Pick<Decider<State, never, Event>, 'category' | 'initial' | 'evolve'>;

/** `events` are those after the snapshot, if any. */
export interface Past<State> extends Known<State> {
  readonly events: readonly Recorded[];
  readonly isAssumed?: boolean;
}

export const readPast = async <State, Event extends LedgerEvent>(
  { eventStore }: ReadDeps,
  decider: Folding<State, Event>,
  id: string,
  snapshot?: Snapshot,
): Promise<Past<State>> => {
  const seen = snapshot?.revision ?? -1;
  const events = await eventStore.readStream(streamNameOf(decider, id), seen + 1);
  const before = snapshot === undefined ? decider.initial : (snapshot.state as State);
  const opening: Metadata | undefined = snapshot?.opening ?? events[0]?.metadata;
  return {
    ...{ events, opening },
    state: (events as unknown as Event[]).reduce(decider.evolve, before),
    revision: events.at(-1)?.revision ?? seen,
  };
};

export const historyOf = (
  eventStore: ReadDeps['eventStore'],
  decider: Pick<Decider<never, never, never>, 'category'>,
  id: string,
): Promise<readonly Recorded[]> => eventStore.readStream(streamNameOf(decider, id));

export const stateOf = async <State, Event extends LedgerEvent>(
  eventStore: ReadDeps['eventStore'],
  decider: Folding<State, Event>,
  id: string,
): Promise<State> => fold(decider, (await historyOf(eventStore, decider, id)) as unknown as Event[]);

/** Like `stateOf`, for streams that grow for ever, such as a watcher's: reads only after the snapshot. */
export const knownStateOf = async <State, Event extends LedgerEvent>(
  deps: ReadDeps,
  decider: Folding<State, Event>,
  id: string,
): Promise<State> => {
  const stream = streamNameOf(decider, id);
  const goOn = async (): Promise<State> => {
    const { state, revision, opening } = await readPast(deps, decider, id, deps.snapshots?.find(stream));
    if (opening !== undefined) deps.snapshots?.keep(stream, { state, revision, opening });
    return state;
  };
  return deps.sharedReads === undefined ? goOn() : deps.sharedReads(stream, goOn);
};

export const recalled = <State, Event>(
  { knownStreams }: ReadDeps,
  decider: Folding<State, Event>,
  id: string,
): Known<State> | undefined => knownStreams?.find(streamNameOf(decider, id)) as Known<State> | undefined;

export const recalledStateOf = async <State, Event extends LedgerEvent>(
  deps: ReadDeps,
  decider: Folding<State, Event>,
  id: string,
): Promise<State> => {
  const known = recalled(deps, decider, id);
  if (known !== undefined) return known.state;
  return (await readKnown(deps, decider, id)).state;
};

export const readKnown = async <State, Event extends LedgerEvent>(
  deps: ReadDeps,
  decider: Folding<State, Event>,
  id: string,
): Promise<Past<State>> => {
  const past = await readPast(deps, decider, id);
  deps.knownStreams?.keep(streamNameOf(decider, id), past);
  return past;
};
