import type { Decider } from '../../aggregates/decider';
import type { LedgerEvent } from '../../aggregates/events';
import { streamNameOf } from '../../aggregates/stream';
import type { Known } from './known-streams';
import { proposed } from './propose';
import { readPast } from './read-stream';
import type { Asked, HandleDeps, Handled, Request, Tried } from './request';
import type { Snapshot } from './snapshots';
import { guessingFirst, remember } from './trying/guessing';
import { inItsTurn } from './trying/in-its-turn';
import { asStored, writtenBefore } from './trying/own-events';
import { giveUpTimeOf, untilHandled } from './trying/retries';

/**
 * The only way to append: rebuild, decide, append at the exact revision. After a lost race or an unknown outcome it
 * reads again: its own event ids mean success, otherwise it decides anew (design: domain, section 1). Rejects with
 * SERVICE_UNAVAILABLE after five tries, and with whatever the decider refuses.
 */
export const handle = <State, Command, Event extends LedgerEvent>(
  deps: HandleDeps,
  decider: Decider<State, Command, Event>,
  request: Request<Command>,
): Promise<Handled<State, Event>> => {
  const asked: Asked<State, Command, Event> = { deps, decider, request };
  const giveUpAtMs = giveUpTimeOf(deps.clock);
  return inItsTurn(asked, async () => {
    // Taken once: a later snapshot may include what an unanswered try of this command wrote.
    const snapshot = snapshotFor(asked);
    const tries = guessingFirst(asked, {
      byGuess: (known) => decideAndAppend(asked, known),
      byReading: () => readDecideAppend(asked, snapshot),
    });
    const handled = await untilHandled(deps.clock, giveUpAtMs, tries);
    remember(asked, handled);
    return handled;
  });
};

const readDecideAppend = async <State, Command, Event extends LedgerEvent>(
  asked: Asked<State, Command, Event>,
  snapshot: Snapshot | undefined,
): Promise<Tried<State, Event>> => {
  const { deps, decider, request } = asked;
  const past = await readPast(deps, decider, request.id, snapshot);
  const done = writtenBefore<State, Event>(past, request.context.commandId);
  if (done !== null) return done;
  const tried = await decideAndAppend(asked, past);
  return typeof tried === 'string' ? tried : asStored(asked, tried);
};

const decideAndAppend = async <State, Command, Event extends LedgerEvent>(
  { deps, decider, request }: Asked<State, Command, Event>,
  { state, revision, opening }: Known<State>,
): Promise<Tried<State, Event>> => {
  const { id, context, command } = request;
  const events = decider.decide(state, command);
  const stream = streamNameOf(decider, id);
  if (opening !== undefined) deps.snapshots?.keep(stream, { state, revision, opening });
  if (events.length === 0) return { events, state, revision, opening, position: null, writtenRevision: null };
  const written = proposed(events, context, opening, deps.clock.iso());
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

/** A possible repetition must find its own events in the whole stream. */
const snapshotFor = <State, Command, Event extends LedgerEvent>({
  deps,
  decider,
  request,
}: Asked<State, Command, Event>): Snapshot | undefined =>
  request.context.isFresh === true ? deps.snapshots?.find(streamNameOf(decider, request.id)) : undefined;
