import type { Decider } from '../../aggregates/decider';
import type { LedgerEvent, Position } from '../../aggregates/events';
import { isRejection, rejection } from '../../aggregates/rejection';
import { streamNameOf } from '../../aggregates/stream';
import type { Clock } from '../ports/clock';
import type { EventStore } from '../ports/event-store';
import type { CommandContext } from './context';
import { eventIdOf } from './deterministic-ids';
import type { Known } from './known-streams';
import { proposed } from './propose';
import { type Past, type ReadDeps, readPast, recalled } from './read-stream';
import type { InTurn } from './turns';

export interface HandleDeps extends ReadDeps {
  readonly eventStore: Pick<EventStore, 'append' | 'readStream'>;
  readonly clock: Clock;
  /** Absent: whoever loses a race tries again at once. */
  readonly inTurn?: InTurn;
}

export interface Request<Command> {
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
   * The state itself shows whether the command was carried out: the first try may decide by what this process last knew of
   * the stream. What it would refuse then, and what it finds done, counts only once the stream has been read.
   */
  readonly recalls?: boolean;
}

export interface Handled<State, Event> extends Known<State> {
  /** What this command wrote, now or when it ran before; empty when there was nothing to do. */
  readonly events: readonly Event[];
  /** Of the last event written; null when nothing was. */
  readonly position: Position | null;
  /** Of the same event in its stream, which others may have carried on; null when nothing was written. */
  readonly writtenRevision: number | null;
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
  request: Request<Command>,
): Promise<Handled<State, Event>> => {
  const giveUpAtMs = deps.clock.now() + MAXIMUM_DURATION_MS;
  const run = async (): Promise<Handled<State, Event>> => {
    const handled = await attempt(deps, decider, request, giveUpAtMs);
    if (request.recalls === true) deps.knownStreams?.keep(streamNameOf(decider, request.id), handled);
    return handled;
  };
  // Of those who open a stream one wins, and the others have nothing left to race for.
  return request.opensStream === true || deps.inTurn === undefined
    ? run()
    : deps.inTurn(streamNameOf(decider, request.id), run);
};

const attempt = async <State, Command, Event extends LedgerEvent>(
  deps: HandleDeps,
  decider: Decider<State, Command, Event>,
  request: Request<Command>,
  giveUpAtMs: number,
): Promise<Handled<State, Event>> => {
  const { id, context, opensStream = false, recalls = false } = request;
  const isFresh = context.isFresh === true;
  // A command that may be a repetition looks for its own events in the whole stream.
  const snapshot = isFresh ? deps.snapshots?.find(streamNameOf(decider, id)) : undefined;
  for (let tries = 0; tries < MAXIMUM_ATTEMPTS && deps.clock.now() < giveUpAtMs; tries += 1) {
    const guess = opensStream && isFresh ? nothingOf(decider) : recalls ? recalled(deps, decider, id) : undefined;
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

const nothingOf = <State>({ initial }: { readonly initial: State }): Known<State> => ({
  ...{ state: initial, revision: -1, opening: undefined },
});

/** Appends as if the stream were as guessed; null when it must be read: a refusal would count for nothing. */
const appendTo = async <State, Command, Event extends LedgerEvent>(
  guess: Known<State>,
  deps: HandleDeps,
  decider: Decider<State, Command, Event>,
  request: Request<Command>,
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
  { id, context }: Request<Command>,
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
  const last = events[end - 1];
  const written = { position: last?.position ?? null, writtenRevision: last?.revision ?? null };
  return { events: own, state, revision, opening, ...written };
};

const decideAndAppend = async <State, Command, Event extends LedgerEvent>(
  deps: HandleDeps,
  decider: Decider<State, Command, Event>,
  { state, revision, opening }: Known<State>,
  { id, context, command }: Request<Command>,
): Promise<Handled<State, Event> | null> => {
  const events = decider.decide(state, command);
  const stream = streamNameOf(decider, id);
  if (opening !== undefined) deps.snapshots?.keep(stream, { state, revision, opening });
  if (events.length === 0) return { events, state, revision, opening, position: null, writtenRevision: null };
  const written = proposed(events, context, opening, deps.clock.iso());
  const result = await deps.eventStore.append(stream, revision < 0 ? 'no_stream' : revision, written);
  if (result.outcome !== 'appended') return null;
  const { revision: last, position } = result;
  const known = {
    state: events.reduce(decider.evolve, state),
    revision: last,
    opening: opening ?? written[0]?.metadata,
  };
  return { events, ...known, position, writtenRevision: last };
};
