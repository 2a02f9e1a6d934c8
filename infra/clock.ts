import type { Clock } from '../commands/ports/clock';

/** `now` is in milliseconds since 1970, UTC. */
export const clockOf = (now: () => number): Clock => ({ now, iso: () => new Date(now()).toISOString() });

export const systemClock: Clock = clockOf(() => Date.now());
