import type { LedgerEvent } from '../../../aggregates/events';
import { isRejection } from '../../../aggregates/rejection';
import { streamNameOf } from '../../../aggregates/stream';
import type { Known } from '../reading/known-streams';
import { type Past, recalled } from '../reading/read-stream';
import { type Asked, type Handled, opensBlindly, type Tried } from '../request';

/** The past without a read: an empty or a remembered stream. The exact revision refuses a wrong assumption. */
export const assumedPastOf = <State, Command, Event extends LedgerEvent>({
  deps,
  decider,
  request,
}: Asked<State, Command, Event>): Past<State> | undefined => {
  if (opensBlindly(request)) return asAssumed({ state: decider.initial, revision: -1, opening: undefined });
  const known = request.recalls === true ? recalled(deps, decider, request.id) : undefined;
  return known && asAssumed(known);
};

const asAssumed = <State>({ state, revision, opening }: Known<State>): Past<State> => ({
  ...{ events: [], isAssumed: true },
  ...{ state, revision, opening },
});

/** A refusal on an assumed past does not count: the stream is read. */
export const lostIfRefused = async <State, Event>(trying: Promise<Tried<State, Event>>): Promise<Tried<State, Event>> =>
  trying.catch((error: unknown) => {
    if (isRejection(error)) return 'lost';
    throw error;
  });

export const remember = <State, Command, Event extends LedgerEvent>(
  { deps, decider, request }: Asked<State, Command, Event>,
  handled: Handled<State, Event>,
): void => {
  if (request.recalls === true) deps.knownStreams?.keep(streamNameOf(decider, request.id), handled);
};
