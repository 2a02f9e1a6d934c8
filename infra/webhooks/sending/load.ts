import type { Clock } from '../../../commands/ports/clock';
import type { Workers } from './workers';

/** Shows that many notifications are being sent, so that work which can wait does. */
export interface SendingLoad {
  readonly noteClaimed: () => void;
  readonly isThere: () => boolean;
}

/** In flight in this process. */
const MANY = 16;

/** Attempts that only wait for slow receivers are no load: no new ones are claimed meanwhile. */
const LATELY_MS = 100;

export const createSendingLoad = (clock: Pick<Clock, 'now'>, sending: Pick<Workers, 'running'>): SendingLoad => {
  let claimedAtMs = Number.NEGATIVE_INFINITY;
  return {
    noteClaimed: () => {
      claimedAtMs = clock.now();
    },
    isThere: () => sending.running() >= MANY && clock.now() - claimedAtMs <= LATELY_MS,
  };
};
