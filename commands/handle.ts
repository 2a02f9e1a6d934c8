import { type Decider, fold } from '../aggregates/decider';
import type { LedgerEvent, Metadata, Position, Recorded } from '../aggregates/events';
import { isRejection, rejection } from '../aggregates/rejection';
import { SCHEMA_VERSIONS } from '../aggregates/schema-versions';
import type { CommandContext } from './context';
import { eventIdOf } from './deterministic-ids';
import type { EventStore, Proposed } from './event-store';
import type { Clock } from './ports';
import type { InTurn } from './turns';

export interface HandleDeps {
  readonly eventStore: Pick<EventStore, 'append' | 'readStream'>;
  readonly clock: Clock;
  /** Absent: whoever loses a race tries again at once. */
  readonly inTurn?: InTurn;
}

export interface Request<Command> {
  readonly stream: string;
  readonly context: CommandContext;
  readonly command: Command;
  /**
   * The command opens the stream: a fresh one may append without reading first, and one that may be a repetition
   * answers what the stream holds, since the store takes a repeated append for the first one whatever it contains.
   */
  readonly opensStream?: boolean;
}

export interface Handled<State, Event> {
  /** What this command wrote, now or when it ran before; empty when there was nothing to do. */
  readonly events: readonly Event[];
  readonly state: State;
  /** Of the stream's last event; -1 when there is none. */
  readonly revision: number;
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
  request: Request<Command>,
): Promise<Handled<State, Event>> => {
  const giveUpAtMs = deps.clock.now() + MAXIMUM_DURATION_MS;
  const run = () => attempt(deps, decider, request, giveUpAtMs);
  // Of those who open a stream one wins, and the others have nothing left to race for.
  return request.opensStream === true || deps.inTurn === undefined ? run() : deps.inTurn(request.stream, run);
};

const attempt = async <State, Command, Event extends LedgerEvent>(
  deps: HandleDeps,
  decider: Decider<State, Command, Event>,
  request: Request<Command>,
  giveUpAtMs: number,
): Promise<Handled<State, Event>> => {
  const isFresh = request.context.isFresh === true;
  const mayBeRepetition = request.opensStream === true && !isFresh;
  for (let tries = 0; tries < MAXIMUM_ATTEMPTS && deps.clock.now() < giveUpAtMs; tries += 1) {
    if (request.opensStream === true && isFresh && tries === 0) {
      const opened = await openBlindly(deps, decider, request);
      if (opened !== null) return opened;
      continue;
    }
    const history = await deps.eventStore.readStream(request.stream);
    const done = writtenBefore(decider, history, request);
    if (done !== null) return done;
    const handled = await decideAndAppend(deps, decider, history, request);
    if (handled !== null) return mayBeRepetition ? asStored(deps, decider, handled, request) : handled;
  }
  throw rejection('SERVICE_UNAVAILABLE', 'The ledger is busy or away; nothing was lost, ask again');
};

/** Appends as if the stream were empty; a refusal counts only once the stream has been read. */
const openBlindly = async <State, Command, Event extends LedgerEvent>(
  deps: HandleDeps,
  decider: Decider<State, Command, Event>,
  request: Request<Command>,
): Promise<Handled<State, Event> | null> => {
  try {
    return await decideAndAppend(deps, decider, [], request);
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
  request: Request<Command>,
): Promise<Handled<State, Event>> =>
  writtenBefore(decider, await deps.eventStore.readStream(request.stream), request) ?? handled;

const writtenBefore = <State, Command, Event extends LedgerEvent>(
  decider: Decider<State, Command, Event>,
  history: readonly Recorded[],
  request: Request<Command>,
): Handled<State, Event> | null => {
  const firstId = eventIdOf(request.context.commandId, 0);
  const start = history.findIndex((event) => event.id === firstId);
  if (start < 0) return null;
  let end = start;
  while (history[end]?.id === eventIdOf(request.context.commandId, end - start)) end += 1;
  return {
    events: history.slice(start, end) as unknown as Event[],
    state: fold(decider, history as unknown as Event[]),
    revision: history.length - 1,
    position: history[end - 1]?.position ?? null,
  };
};

const decideAndAppend = async <State, Command, Event extends LedgerEvent>(
  deps: HandleDeps,
  decider: Decider<State, Command, Event>,
  history: readonly Recorded[],
  { stream, context, command }: Request<Command>,
): Promise<Handled<State, Event> | null> => {
  const state = fold(decider, history as unknown as Event[]);
  const events = decider.decide(state, command);
  const revision = history.at(-1)?.revision ?? -1;
  if (events.length === 0) return { events, state, revision, position: null };
  const at = new Date(deps.clock.now()).toISOString();
  const complete = inheriting(context, history[0]?.metadata);
  const proposed = events.map((event, index) => propose(event, index, complete, at));
  const result = await deps.eventStore.append(stream, revision < 0 ? 'no_stream' : revision, proposed);
  if (result.outcome !== 'appended') return null;
  return { events, state: events.reduce(decider.evolve, state), revision: result.revision, position: result.position };
};

/** What a context leaves open comes from the stream's first event: a worker acts on behalf of whoever opened it. */
const inheriting = (context: CommandContext, first: Metadata | undefined): CompleteContext => ({
  ...context,
  correlationId: context.correlationId ?? first?.$correlationId ?? context.commandId,
  partnerId: context.partnerId ?? first?.partnerId ?? null,
  subjectId: context.subjectId ?? first?.subjectId ?? null,
  mode: context.mode ?? first?.mode ?? null,
});

type CompleteContext = CommandContext & { readonly correlationId: string };

const propose = (event: LedgerEvent, index: number, context: CompleteContext, at: string): Proposed => ({
  ...event,
  id: eventIdOf(context.commandId, index),
  metadata: metadataOf(event, context, at),
});

const metadataOf = (event: LedgerEvent, context: CompleteContext, at: string): Metadata => ({
  $correlationId: context.correlationId,
  $causationId: context.causationId,
  actor: context.actor,
  partnerId: context.partnerId,
  subjectId: context.subjectId,
  mode: context.mode,
  requestId: context.requestId,
  reason: context.reason,
  at,
  schemaVersion: SCHEMA_VERSIONS[event.type],
});

/** The state of a stream, for commands that must consult another aggregate. */
export const stateOf = async <State, Event extends LedgerEvent>(
  eventStore: Pick<EventStore, 'readStream'>,
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  stream: string,
): Promise<State> => fold(decider, (await eventStore.readStream(stream)) as unknown as Event[]);
