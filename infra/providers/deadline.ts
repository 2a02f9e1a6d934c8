import type { Clock } from '../../commands/ports/clock';
import type { Failure, Result } from '../../commands/ports/providers/result';
import { inTime } from '../../packages/event-store/timing/time-limit';

export interface Deadline<Value> {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly clock: Clock;
  readonly work: () => Promise<Result<Value>>;
  readonly otherwise: (why: string) => Failure;
}

/** Starts nothing after the deadline, and stops waiting when it passes. Never rejects. */
export const withinDeadline = async <Value>(deadline: Deadline<Value>): Promise<Result<Value>> => {
  const { atMs, clock, work, otherwise } = deadline;
  const leftMs = atMs - clock.now();
  if (leftMs <= 0) return otherwise('The deadline had passed before the request');
  const done = work().catch((error: unknown) => otherwise(`The provider is unreachable: ${String(error)}`));
  return inTime(leftMs, done, () => otherwise('The answer did not arrive in time'));
};
