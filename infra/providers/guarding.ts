import type { Clock } from '../../commands/ports/clock';
import type { Provider } from '../../commands/ports/providers/providers';
import type { CallContext, Result } from '../../commands/ports/result';
import { withinDeadline } from './deadline';
import { failure } from './failures';
import { SANDBOX_ID_PREFIX } from './sandbox/desk';

/** Added to the deadline, which adapters enforce themselves: a faulty one must not hold a worker for ever. */
const LATE_MS = 1_000;

export type Guard = <Value>(context: CallContext, work: () => Promise<Result<Value>>) => Promise<Result<Value>>;

export interface Guards {
  /** A late answer is UNAVAILABLE. */
  readonly reads: Guard;
  /** A late answer is UNKNOWN. */
  readonly orders: Guard;
}

/** A provider serves its own mode only, in the time that its caller has. */
export const guardsOf = ({ name, mode }: Provider, clock: Clock): Guards => {
  const guarded =
    (kind: 'UNKNOWN' | 'UNAVAILABLE'): Guard =>
    (context, work) => {
      if (context.mode !== mode) {
        const message = `${name} is not configured for ${context.mode} credentials`;
        return Promise.resolve(failure(name, 'NOT_CONFIGURED', 'OTHER', message));
      }
      const atMs = Math.max(context.deadlineMs, clock.now()) + LATE_MS;
      return withinDeadline({ atMs, clock, work, otherwise: (why) => failure(name, kind, 'TIMEOUT', why) });
    };
  return { reads: guarded('UNAVAILABLE'), orders: guarded('UNKNOWN') };
};

/**
 * Live refuses ids that begin with `sbx_`, sandbox all others (design: providers, rule 11; security). An id of the other
 * mode is a protocol breach: what was asked for may have happened.
 */
export const ofOwnMode = <Value>(
  { name, mode }: Provider,
  result: Result<Value>,
  idsOf: (value: Value) => readonly string[],
): Result<Value> => {
  const isOurs = (id: string): boolean => id.startsWith(SANDBOX_ID_PREFIX) === (mode === 'sandbox');
  if (!result.ok || idsOf(result.value).every(isOurs)) return result;
  return failure(name, 'UNKNOWN', 'PROTOCOL', `A ${mode} provider answered with an id of the other mode`);
};
