import { type Decider, fold } from '../aggregates/decider';
import type { LedgerEvent, Metadata, Position, Recorded } from '../aggregates/events';
import { isRejection, rejection } from '../aggregates/rejection';
import { streamNameOf } from '../aggregates/stream';
import type { CommandContext } from './context';
import { eventIdOf } from './deterministic-ids';
import type { Clock } from './ports/clock';
import type { EventStore } from './ports/event-store';
import { proposed } from './propose';
import type { SharedReads } from './shared-reads';
import type { Snapshot, Snapshots } from './snapshots';
import type { InTurn } from './turns';

export interface HandleDeps {
  readonly eventStore: Pick<EventStore, 'append' | 'readStream'>;
  readonly clock: Clock;
  /** Absent: whoever loses a race tries again at once. */
  readonly inTurn?: InTurn;
  /** Absent: every command reads its whole stream. */
  readonly snapshots?: Snapshots;
  /** Absent: whoever consults a stream reads it for itself. */
  readonly sharedReads?: SharedReads;
}

export interface Request<State, Command> {
  /** Of the decider's stream. */
  readonly id: string;
  readonly context: CommandContext;
  readonly command: Command;
  /**
   * The command opens the stream: a fresh one may append without reading first, and one that may be a repetition
   * answers what the stream holds, since the store takes a repeated append for the first one whatever it contains.
   */
  readonly opensStream?: boolean;
  /**
   * The stream as the caller has read it, without anything that this command wrote: the first try decides by it. What it
   * would refuse, and what it finds done, counts only once the stream has been read again.
   */
  readonly known?: Known<State>;
}

/** A stream up to an event. */
export interface Known<State> {
  readonly state: State;
  /** Of that event; -1 when there is no stream. */
  readonly revision: number;
  /** Of the stream's first event; undefined when there is no stream. */
  readonly opening: Metadata | undefined;
}

export interface Handled<State, Event> extends Known<State> {
  /** What this command wrote, now or when it ran before; empty when there was nothing to do. */
  readonly events: readonly Event[];
  /** Of the last event written; null when nothing was. */
  readonly position: Position | null;
}

/** Beyond this many lost races or silences the store is considered away. */
const MAXIMUM_ATTEMPTS = 5;

/** No further try begins after this: a caller hears within 3 s that the store is away. */
const MAXIMUM_DURATION_MS = 1_500;

/**
 * The only road to history: rebuild, decide, append at the exact revision. On a lost race or an unknown outcome it
 * reads again: its own event ids mean that it succeeded, otherwise it decides anew (design: domain, section 1).
 * Rejects with SERVICE_UNAVAILABLE after five tries, and with whatever the decider refuses.
 */
export const handle = async <State, Command, Event extends LedgerEvent>(
  deps: HandleDeps,
  decider: Decider<State, Command, Event>,
  request: Request<State, Command>,
): Promise<Handled<State, Event>> => {
  const giveUpAtMs = deps.clock.now() + MAXIMUM_DURATION_MS;
  const run = () => attempt(deps, decider, request, giveUpAtMs);
  // Of those who open a stream one wins, and the others have nothing left to race for.
  return request.opensStream === true || deps.inTurn === undefined
    ? run()
    : deps.inTurn(streamNameOf(decider, request.id), run);
};

const attempt = async <State, Command, Event extends LedgerEvent>(
  deps: HandleDeps,
  decider: Decider<State, Command, Event>,
  request: Request<State, Command>,
  giveUpAtMs: number,
): Promise<Handled<State, Event>> => {
  const { id, context, opensStream = false } = request;
  const isFresh = context.isFresh === true;
  // A command that may be a repetition looks for its own events in the whole stream.
  const snapshot = isFresh ? deps.snapshots?.find(streamNameOf(decider, id)) : undefined;
  for (let tries = 0; tries < MAXIMUM_ATTEMPTS && deps.clock.now() < giveUpAtMs; tries += 1) {
    const guess = opensStream && isFresh ? nothingOf(decider) : request.known;
    if (guess !== undefined && tries === 0) {
      const written = await appendTo(guess, deps, decider, request);
      if (written !== null) return written;
      continue;
    }
    const past = await readPast(deps, decider, id, snapshot);
    const done = writtenBefore<State, Event>(past, context.commandId);
    if (done !== null) return done;
    const handled = await decideAndAppend(deps, decider, past, request);
    if (handled !== null) return opensStream && !isFresh ? asStored(deps, decider, handled, request) : handled;
  }
  throw rejection('SERVICE_UNAVAILABLE', 'The ledger is busy or away; nothing was lost, ask again');
};

/** A stream up to its last event; `events` are those after the snapshot, if there was one. */
interface Past<State> extends Known<State> {
  readonly events: readonly Recorded[];
}

const readPast = async <State, Event extends LedgerEvent>(
  deps: HandleDeps,
  decider: Folding<State, Event>,
  id: string,
  known?: Snapshot,
): Promise<Past<State>> => {
  const seen = known?.revision ?? -1;
  const events = await deps.eventStore.readStream(streamNameOf(decider, id), seen + 1);
  const before = known === undefined ? decider.initial : (known.state as State);
  return {
    events,
    state: (events as unknown as Event[]).reduce(decider.evolve, before),
    revision: events.at(-1)?.revision ?? seen,
    opening: known?.opening ?? events[0]?.metadata,
  };
};

const nothingOf = <State>({ initial }: { readonly initial: State }): Known<State> => ({
  ...{ state: initial, revision: -1, opening: undefined },
});

/** Appends as if the stream were as guessed; null when it must be read: a refusal would count for nothing. */
const appendTo = async <State, Command, Event extends LedgerEvent>(
  guess: Known<State>,
  deps: HandleDeps,
  decider: Decider<State, Command, Event>,
  request: Request<State, Command>,
): Promise<Handled<State, Event> | null> => {
  try {
    const handled = await decideAndAppend(deps, decider, guess, request);
    return handled?.events.length === 0 ? null : handled;
  } catch (error) {
    if (isRejection(error)) return null;
    throw error;
  }
};

/** What the stream says that the command wrote: another run of the same command may have been the first. */
const asStored = async <State, Command, Event extends LedgerEvent>(
  deps: HandleDeps,
  decider: Decider<State, Command, Event>,
  handled: Handled<State, Event>,
  { id, context }: Request<State, Command>,
): Promise<Handled<State, Event>> =>
  writtenBefore<State, Event>(await readPast(deps, decider, id), context.commandId) ?? handled;

const writtenBefore = <State, Event extends LedgerEvent>(
  { events, state, revision, opening }: Past<State>,
  commandId: string,
): Handled<State, Event> | null => {
  const firstId = eventIdOf(commandId, 0);
  const start = events.findIndex((event) => event.id === firstId);
  if (start < 0) return null;
  let end = start;
  while (events[end]?.id === eventIdOf(commandId, end - start)) end += 1;
  const own = events.slice(start, end) as unknown as Event[];
  return { events: own, state, revision, opening, position: events[end - 1]?.position ?? null };
};

const decideAndAppend = async <State, Command, Event extends LedgerEvent>(
  deps: HandleDeps,
  decider: Decider<State, Command, Event>,
  { state, revision, opening }: Known<State>,
  { id, context, command }: Request<State, Command>,
): Promise<Handled<State, Event> | null> => {
  const events = decider.decide(state, command);
  const stream = streamNameOf(decider, id);
  if (opening !== undefined) deps.snapshots?.keep(stream, { state, revision, opening });
  if (events.length === 0) return { events, state, revision, opening, position: null };
  const written = proposed(events, context, opening, new Date(deps.clock.now()).toISOString());
  const result = await deps.eventStore.append(stream, revision < 0 ? 'no_stream' : revision, written);
  if (result.outcome !== 'appended') return null;
  const { revision: last, position } = result;
  const first = opening ?? written[0]?.metadata;
  return { events, state: events.reduce(decider.evolve, state), revision: last, opening: first, position };
};

/** Enough of a decider to fold its streams. */
type Folding<State, Event> = Pick<Decider<State, never, Event>, 'category' | 'initial' | 'evolve'>;

/** Everything that has happened in a decider's stream, oldest first. */
export const historyOf = (
  eventStore: Pick<EventStore, 'readStream'>,
  decider: Pick<Decider<never, never, never>, 'category'>,
  id: string,
): Promise<readonly Recorded[]> => eventStore.readStream(streamNameOf(decider, id));

/** A stream as it is now, for a command that decides by it next. */
export const read = async <State, Event extends LedgerEvent>(
  deps: HandleDeps,
  decider: Folding<State, Event>,
  id: string,
): Promise<Known<State>> => readPast(deps, decider, id);

/** The state of a stream, for commands that must consult another aggregate. */
export const stateOf = async <State, Event extends LedgerEvent>(
  eventStore: Pick<EventStore, 'readStream'>,
  decider: Folding<State, Event>,
  id: string,
): Promise<State> => fold(decider, (await historyOf(eventStore, decider, id)) as unknown as Event[]);

/** The same of a stream that grows for ever, such as a watcher's: goes on from where this process last knew it. */
export const knownStateOf = async <State, Event extends LedgerEvent>(
  deps: HandleDeps,
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
