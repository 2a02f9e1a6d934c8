import { CircuitState, CountBreaker, circuitBreaker, handleWhenResult, isBrokenCircuitError } from 'cockatiel';
import type { Clock } from '../../../commands/ports/clock';
import type { Result } from '../../../commands/ports/providers/result';
import { backoffMs } from '../../../commands/timing/backoff';

export interface BreakerStanding {
  readonly openSinceMs: number;
  /** From this time on one new order is sent. */
  readonly retryAtMs: number;
}

export interface Breaker {
  /** Null: closed. */
  readonly standing: () => BreakerStanding | null;
  /** True: a new order may be sent. While the breaker is open, only one in each period. */
  readonly mayTry: () => boolean;
  readonly order: <Value>(send: () => Promise<Result<Value>>) => Promise<Result<Value>>;
  /** Asks in every state of the breaker; a good answer does not prove that orders are accepted. */
  readonly question: <Value>(ask: () => Promise<Result<Value>>) => Promise<Result<Value>>;
}

/** More than two of five, or of the last ten. */
const COUNTED = { threshold: 0.4, size: 10, minimumNumberOfCalls: 5 };
const WAITS = { firstMs: 60_000, longestMs: 15 * 60_000 };

const isAuth = (result: Result<unknown>): boolean => !result.ok && result.code === 'AUTH';

const isFault = (result: Result<unknown>): boolean =>
  !result.ok &&
  (result.kind === 'UNKNOWN' || result.kind === 'UNAVAILABLE' || result.code === 'TIMEOUT' || isAuth(result));

/** As after a clock that was set back. */
const unlessBroken = (error: unknown): void => {
  if (!isBrokenCircuitError(error)) throw error;
};

/** Opens after faults of a provider, immediately after AUTH. Time is the clock's; cockatiel keeps the state. */
export const createBreaker = (clock: Clock, onChange: () => void = () => undefined): Breaker => {
  const policy = circuitBreaker(
    handleWhenResult((result) => isFault(result as Result<unknown>)),
    { halfOpenAfter: 0, breaker: new CountBreaker(COUNTED) },
  );
  let [breaks, openSinceMs, retryAtMs, isTrying] = [0, 0, 0, false];
  policy.onBreak(() => {
    breaks += 1;
    if (breaks === 1) openSinceMs = clock.now();
    retryAtMs = clock.now() + backoffMs(WAITS, breaks);
    onChange();
  });
  policy.onReset(() => {
    breaks = 0;
    onChange();
  });
  const isClosed = (): boolean => policy.state === CircuitState.Closed;
  const count = async (result: Result<unknown>): Promise<void> => {
    // The failure of an order that was sent before the breaker opened is no new information.
    if (!isClosed() && !isTrying && isFault(result)) return;
    isTrying = false;
    do await policy.execute(() => result).catch(unlessBroken);
    while (isClosed() && isAuth(result));
  };
  return {
    standing: () => (breaks === 0 ? null : { openSinceMs, retryAtMs }),
    mayTry: () => {
      if (breaks === 0) return true;
      if (clock.now() < retryAtMs) return false;
      retryAtMs = clock.now() + backoffMs(WAITS, breaks);
      isTrying = true;
      return true;
    },
    order: async (send) => {
      const result = await send();
      await count(result);
      return result;
    },
    question: async (ask) => {
      const result = await ask();
      if (isClosed() && isFault(result)) await count(result);
      return result;
    },
  };
};
