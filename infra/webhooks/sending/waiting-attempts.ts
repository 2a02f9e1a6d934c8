import type { Clock } from '../../../commands/ports/clock';
import { CLAIMED_AHEAD, type ClaimedAttempt } from '../claims';

export type Begin = (claimed: ClaimedAttempt) => void;

/** Attempts that wait in this process until their destination, which is at its limit, ends one. */
export interface WaitingAttempts {
  /** Begins what may be sent now; the rest waits. */
  readonly place: (claims: readonly ClaimedAttempt[], begin: Begin) => void;
  /** A begun attempt has ended, so the next one begins. */
  readonly next: (ended: ClaimedAttempt) => void;
  readonly clear: (destination: ClaimedAttempt) => readonly ClaimedAttempt[];
  readonly takeOverdue: () => readonly ClaimedAttempt[];
  readonly takeAll: () => readonly ClaimedAttempt[];
  /** True when so few attempts wait for the destination that a claim is useful. */
  readonly isLow: (destination: ClaimedAttempt) => boolean;
  readonly size: () => number;
}

interface Waiting {
  readonly claimed: ClaimedAttempt;
  readonly begin: Begin;
  readonly sinceMs: number;
}

interface Place {
  limit: number;
  inFlight: number;
  /** The longest waiting first. */
  readonly waiting: Waiting[];
}

/** Far below the lease, which an attempt and the write of its result may need. */
export const LONGEST_WAIT_MS = 1_000;

const ownerOf = ({ partnerId, mode }: ClaimedAttempt): string => `${partnerId}:${mode}`;

const take = ({ waiting }: Place, count = waiting.length): readonly ClaimedAttempt[] =>
  waiting.splice(0, count).map(({ claimed }) => claimed);

const beginWhatMay = (place: Place): void => {
  while (place.inFlight < place.limit) {
    const first = place.waiting.shift();
    if (first === undefined) return;
    place.inFlight += 1;
    first.begin(first.claimed);
  }
};

export const createWaitingAttempts = (clock: Pick<Clock, 'now'>): WaitingAttempts => {
  const places = new Map<string, Place>();
  const placeOf = (claimed: ClaimedAttempt): Place => {
    const owner = ownerOf(claimed);
    const place = places.get(owner) ?? { limit: 0, inFlight: 0, waiting: [] };
    places.set(owner, place);
    return place;
  };
  const place: WaitingAttempts['place'] = (claims, begin) => {
    for (const claimed of claims) {
      const at = placeOf(claimed);
      at.limit = claimed.limitHere;
      at.waiting.push({ claimed, begin, sinceMs: clock.now() });
    }
    for (const at of new Set(claims.map(placeOf))) beginWhatMay(at);
  };
  const next: WaitingAttempts['next'] = (ended) => {
    const at = placeOf(ended);
    at.inFlight -= 1;
    beginWhatMay(at);
    if (at.inFlight === 0 && at.waiting.length === 0) places.delete(ownerOf(ended));
  };
  const isOverdue = ({ sinceMs }: Waiting): boolean => clock.now() - sinceMs >= LONGEST_WAIT_MS;
  return {
    ...{ place, next },
    clear: (destination) => {
      const at = places.get(ownerOf(destination));
      return at === undefined ? [] : take(at);
    },
    takeOverdue: () => [...places.values()].flatMap((at) => take(at, at.waiting.filter(isOverdue).length)),
    takeAll: () => [...places.values()].flatMap((at) => take(at)),
    isLow: (destination) => (places.get(ownerOf(destination))?.waiting.length ?? 0) <= CLAIMED_AHEAD / 2,
    size: () => [...places.values()].reduce((sum, { waiting }) => sum + waiting.length, 0),
  };
};
