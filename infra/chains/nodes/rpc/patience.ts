import type { Clock } from '../../../../commands/ports/clock';
import type { Wait } from '../../reader-options';

export interface Patience {
  readonly now: () => number;
  /** Null: one second. */
  readonly pause: (pauseMs: number | null) => void;
  readonly isShort: () => boolean;
  /** Waits during a short pause; answers the reason not to ask during a long one. */
  readonly outlast: () => Promise<string | null>;
}

const PAUSE_MS = 1_000;
/** During a longer pause another endpoint is asked, or the next look. */
const SHORT_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3); null when it is neither. */
export const retryAfterMs = (header: string | readonly string[] | undefined, nowMs: number): number | null => {
  const text = typeof header === 'string' ? header.trim() : '';
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_PAUSE_MS);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.min(Math.max(date - nowMs, 0), LONGEST_PAUSE_MS);
};

export interface PatienceOptions {
  readonly clock: Clock;
  readonly wait: Wait;
  readonly slowDown: () => void;
}

export const createPatience = ({ clock, wait, slowDown }: PatienceOptions): Patience => {
  let pausedUntil = 0;
  // Bounded, since the clock may have been set back.
  const leftMs = (): number => Math.min(pausedUntil - clock.now(), LONGEST_PAUSE_MS);
  return {
    now: () => clock.now(),
    pause: (pauseMs) => {
      if (leftMs() <= 0) slowDown();
      pausedUntil = Math.max(pausedUntil, clock.now() + (pauseMs ?? PAUSE_MS));
    },
    isShort: () => leftMs() <= SHORT_PAUSE_MS,
    outlast: async () => {
      const waitMs = leftMs();
      if (waitMs > SHORT_PAUSE_MS) return `the node asked us to wait for another ${Math.ceil(waitMs / 1000)} s`;
      if (waitMs > 0) await wait(waitMs);
      return null;
    },
  };
};
