import type { LedgerEvent } from '../../../aggregates/events';
import { isRejection } from '../../../aggregates/rejection';
import { streamNameOf } from '../../../aggregates/stream';
import type { Known } from '../known-streams';
import { recalled } from '../read-stream';
import { type Asked, type Handled, opensBlindly, type Tried } from '../request';

interface Ways<State, Event> {
  /** The exact revision refuses an outdated guess. */
  readonly byGuess: (known: Known<State>) => Promise<Tried<State, Event>>;
  readonly byReading: () => Promise<Tried<State, Event>>;
}

export const guessingFirst = <State, Command, Event extends LedgerEvent>(
  asked: Asked<State, Command, Event>,
  { byGuess, byReading }: Ways<State, Event>,
): ((tries: number) => Promise<Tried<State, Event>>) => {
  const guess = guessOf(asked);
  return (tries) => (tries > 0 || guess === undefined ? byReading() : unlessInVain(byGuess(guess)));
};

const guessOf = <State, Command, Event extends LedgerEvent>({
  deps,
  decider,
  request,
}: Asked<State, Command, Event>): Known<State> | undefined => {
  if (opensBlindly(request)) return { state: decider.initial, revision: -1, opening: undefined };
  return request.recalls === true ? recalled(deps, decider, request.id) : undefined;
};

const unlessInVain = async <State, Event>(trying: Promise<Tried<State, Event>>): Promise<Tried<State, Event>> => {
  try {
    const tried = await trying;
    return typeof tried !== 'string' && tried.events.length === 0 ? 'lost' : tried;
  } catch (error) {
    if (isRejection(error)) return 'lost';
    throw error;
  }
};

export const remember = <State, Command, Event extends LedgerEvent>(
  { deps, decider, request }: Asked<State, Command, Event>,
  handled: Handled<State, Event>,
): void => {
  if (request.recalls === true) deps.knownStreams?.keep(streamNameOf(decider, request.id), handled);
};
