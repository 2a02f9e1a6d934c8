import type { LedgerEvent } from '../../../aggregates/events';
import { eventIdOf } from '../deterministic-ids';
import { type Past, readPast } from '../read-stream';
import { type Asked, type Handled, opensBlindly } from '../request';

/** What a command wrote when it ran before, found by the ids of its events; null when it did not, or wrote nothing. */
export const writtenBefore = <State, Event extends LedgerEvent>(
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

/** What the stream says that an opening command wrote: another run of the same command may have been the first. */
export const asStored = async <State, Command, Event extends LedgerEvent>(
  { deps, decider, request }: Asked<State, Command, Event>,
  handled: Handled<State, Event>,
): Promise<Handled<State, Event>> => {
  const { id, context, opensStream } = request;
  if (opensStream !== true || opensBlindly(request)) return handled;
  return writtenBefore<State, Event>(await readPast(deps, decider, id), context.commandId) ?? handled;
};
