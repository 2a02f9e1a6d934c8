import type { Decider } from '../../aggregates/decider';
import type { LedgerEvent } from '../../aggregates/events';
import { streamNameOf } from '../../aggregates/stream';
import { proposed } from './propose';
import type { Known } from './reading/known-streams';
import { type Past, readPast } from './reading/read-stream';
import type { Snapshot } from './reading/snapshots';
import type { Asked, HandleDeps, Handled, Request, Tried } from './request';
import { assumedPastOf, lostIfRefused, remember } from './trying/assumed-past';
import { asStored, writtenBefore } from './trying/own-events';
import { giveUpTimeOf, untilHandled } from './trying/retries';

/** The only way to append: read, decide, append at the exact revision. Rejects SERVICE_UNAVAILABLE after five tries. */
export const handle = <State, Command, Event extends LedgerEvent>(
  deps: HandleDeps,
  decider: Decider<State, Command, Event>,
  request: Request<Command>,
): Promise<Handled<State, Event>> => {
  const asked: Asked<State, Command, Event> = { deps, decider, request };
  return inTurnUntilHandled(asked, async (read) => {
    const past = await read();
    const before = writtenBefore<State, Event>(past, request.context.commandId);
    if (before !== null) return before;
    const events = decider.decide(past.state, request.command);
    const appended = await append(asked, past, events);
    return answer(asked, past, appended);
  });
};

type Attempt<State, Event> = (read: () => Promise<Past<State>>) => Promise<Tried<State, Event>>;

const append = async <State, Command, Event extends LedgerEvent>(
  { deps, decider, request }: Asked<State, Command, Event>,
  { state, revision, opening }: Known<State>,
  events: readonly Event[],
): Promise<Tried<State, Event>> => {
  const stream = streamNameOf(decider, request.id);
  if (opening !== undefined) deps.snapshots?.keep(stream, { state, revision, opening });
  if (events.length === 0) return { events, state, revision, opening, position: null, writtenRevision: null };
  const written = proposed(events, request.context, opening, deps.clock.iso());
  const result = await deps.eventStore.append(stream, revision < 0 ? 'no_stream' : revision, written);
  if (result.outcome !== 'appended') return result.outcome === 'unknown' ? 'unknown' : 'lost';
  const { revision: last, position } = result;
  const known = {
    state: events.reduce(decider.evolve, state),
    revision: last,
    opening: opening ?? written[0]?.metadata,
  };
  return { events, ...known, position, writtenRevision: last };
};

/** A decision on an assumed state counts only with an accepted append. */
const answer = async <State, Command, Event extends LedgerEvent>(
  asked: Asked<State, Command, Event>,
  past: Past<State>,
  tried: Tried<State, Event>,
): Promise<Tried<State, Event>> => {
  if (typeof tried === 'string') return tried;
  if (past.isAssumed === true) return tried.events.length === 0 ? 'lost' : tried;
  return asStored(asked, tried);
};

/** Commands of a stream run one at a time. The first attempt may use an assumed state; later ones read. */
const inTurnUntilHandled = <State, Command, Event extends LedgerEvent>(
  asked: Asked<State, Command, Event>,
  attempt: Attempt<State, Event>,
): Promise<Handled<State, Event>> => {
  const { deps, decider, request } = asked;
  const giveUpAtMs = giveUpTimeOf(deps.clock);
  return inItsTurn(asked, async () => {
    // Taken once, because a later snapshot may include events of this command's unanswered attempt.
    const snapshot = snapshotFor(asked);
    const assumed = assumedPastOf(asked);
    const handled = await untilHandled(deps.clock, giveUpAtMs, (tries) =>
      tries > 0 || assumed === undefined
        ? attempt(() => readPast(deps, decider, request.id, snapshot))
        : lostIfRefused(attempt(async () => assumed)),
    );
    remember(asked, handled);
    return handled;
  });
};

/** A possible repetition must find its own events in the whole stream. */
const snapshotFor = <State, Command, Event extends LedgerEvent>({
  deps,
  decider,
  request,
}: Asked<State, Command, Event>): Snapshot | undefined =>
  request.context.isFresh === true ? deps.snapshots?.find(streamNameOf(decider, request.id)) : undefined;

/** Commands that open a stream do not wait: the first wins, the others have nothing to write. */
const inItsTurn = <State, Command, Event extends LedgerEvent, Value>(
  { deps, decider, request }: Asked<State, Command, Event>,
  run: () => Promise<Value>,
): Promise<Value> =>
  request.opensStream === true || deps.inTurn === undefined
    ? run()
    : deps.inTurn(streamNameOf(decider, request.id), run);
