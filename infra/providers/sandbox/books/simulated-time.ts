import type { Clock } from '../../../../commands/ports/clock';
import type { BookKey } from './books';

export interface SimulatedTime {
  readonly clock: Clock;
  /** How far the partner's simulated time is ahead. */
  readonly aheadMs: (partnerId: string) => Promise<number>;
}

export interface Now {
  readonly clockMs: number;
  readonly aheadMs: number;
}

export const nowOf = async (
  { clock, aheadMs }: SimulatedTime,
  { partnerId }: Pick<BookKey, 'partnerId'>,
): Promise<Now> => ({ clockMs: clock.now(), aheadMs: await aheadMs(partnerId) });

/**
 * An entry's own time: only what the partner's time moved on since it was booked passes by it. One that was booked beside
 * a reset, by the time of before, would else live before it was made.
 */
export const momentIn = ({ clockMs, aheadMs }: Now, entry: { readonly bookedAheadMs: number } | null): number =>
  clockMs + Math.max(0, aheadMs - (entry?.bookedAheadMs ?? aheadMs));
