import type { Failing } from './patience';
import type { Look, WatchDeps } from './watch-deps';

const ALARM_AFTER_MS = 300_000;

const lineOf = ({ key, sinceMs, reason }: Failing): string =>
  `${key} since ${new Date(sinceMs).toISOString()}: ${reason}`;

/** Rescans and judgements that have failed for five minutes, by the oldest; undefined when none has. */
export const tellSecondLooks = (
  { memory, reader, alert }: WatchDeps,
  { cursor, startedAtMs }: Look,
): string | undefined => {
  const before = cursor?.questions.failing;
  const failing = [memory.steps, memory.deposits].flatMap((patience) => patience.failing(startedAtMs));
  const [oldest, ...others] = failing
    .filter(({ sinceMs }) => startedAtMs - sinceMs >= ALARM_AFTER_MS)
    .sort((one, other) => one.sinceMs - other.sinceMs);
  // After a restart the duration of a failure is unknown, but not the failure.
  if (oldest === undefined) return failing.some(({ key }) => before?.startsWith(`${key} since`)) ? before : undefined;
  const now = others.length === 0 ? lineOf(oldest) : `${lineOf(oldest)} (and ${others.length} more)`;
  if (now !== before) {
    alert('The second check of a network has failed for five minutes', { network: reader.network, failing: now });
  }
  return now;
};
