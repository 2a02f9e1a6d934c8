import type { LedgerEvent } from '../../../aggregates/events';
import { eventIdOf } from '../deterministic-ids';
import { type Past, readPast } from '../reading/read-stream';
import { type Asked, type Handled, opensBlindly } from '../request';

/** Events of an earlier run of the command, found by their ids; null without any. */
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

/** The stream's events of an opening command: another run of the command may have been first. */
export const asStored = async <State, Command, Event extends LedgerEvent>(
  { deps, decider, request }: Asked<State, Command, Event>,
  handled: Handled<State, Event>,
): Promise<Handled<State, Event>> => {
  const { id, context, opensStream } = request;
  if (opensStream !== true || opensBlindly(request)) return handled;
  return writtenBefore<State, Event>(await readPast(deps, decider, id), context.commandId) ?? handled;
};
