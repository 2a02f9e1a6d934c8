import type { Clock } from '../../../commands/ports/clock';
import type { Workers } from './workers';

/** Many notifications are being sent at this moment; what can wait gives way to them. */
export interface Crowd {
  readonly noteClaimed: () => void;
  readonly isThere: () => boolean;
}

/** In flight in this process. */
const MANY = 16;

/** Attempts that merely wait for slow receivers are no crowd: nothing new is claimed meanwhile. */
const LATELY_MS = 100;

export const createCrowd = (clock: Pick<Clock, 'now'>, sending: Pick<Workers, 'running'>): Crowd => {
  let claimedAtMs = Number.NEGATIVE_INFINITY;
  return {
    noteClaimed: () => {
      claimedAtMs = clock.now();
    },
    isThere: () => sending.running() >= MANY && clock.now() - claimedAtMs <= LATELY_MS,
  };
};
