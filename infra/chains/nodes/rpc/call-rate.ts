import type { Clock } from '../../../../commands/ports/clock';
import type { Wait } from '../../reader-options';

/** Rate limit of an endpoint. Each member of a batch is a call, as providers count. */
export interface CallRate {
  /** Resolves when this many calls may be sent, in the order of the requests. */
  readonly take: (calls: number) => Promise<void>;
  readonly most: () => number;
  /** Halves the rate, which doubles again every 10 s. */
  readonly slowDown: () => void;
}

/** Longer than the providers' second: calls sent over one second may arrive within less. */
const WINDOW_MS = 1_100;
const RECOVERY_MS = 10_000;

export interface CallRateOptions {
  readonly callsPerSecond: number;
  readonly clock: Clock;
  readonly wait: Wait;
}

export const createCallRate = ({ callsPerSecond, clock, wait }: CallRateOptions): CallRate => {
  let allowed = callsPerSecond;
  let slowedAt = clock.now();
  let taken: readonly { readonly at: number; readonly calls: number }[] = [];
  let queue: Promise<void> = Promise.resolve();
  const recover = (now: number): void => {
    if (allowed === callsPerSecond || now - slowedAt < RECOVERY_MS) return;
    allowed = Math.min(callsPerSecond, allowed * 2);
    slowedAt = now;
  };
  const room = async (calls: number): Promise<void> => {
    for (;;) {
      const now = clock.now();
      recover(now);
      taken = taken.filter(({ at }) => at <= now && at > now - WINDOW_MS);
      const used = taken.reduce((sum, one) => sum + one.calls, 0);
      if (used === 0 || used + calls <= allowed) {
        taken = [...taken, { at: now, calls }];
        return;
      }
      await wait(taken[0]!.at + WINDOW_MS - now);
    }
  };
  return {
    take: (calls) => {
      const mine = queue.then(() => room(calls));
      queue = mine.catch(() => undefined);
      return mine;
    },
    most: () => allowed,
    slowDown: () => {
      allowed = Math.max(1, Math.floor(allowed / 2));
      slowedAt = clock.now();
    },
  };
};
