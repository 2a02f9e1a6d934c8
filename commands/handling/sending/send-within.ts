import type { Clock } from '../../ports/clock';
import type { Result } from '../../ports/providers/result';

const MAXIMUM_SENDS = 3;

export interface Window {
  readonly clock: Pick<Clock, 'now'>;
  readonly provider: string;
  /** Milliseconds since 1970. */
  readonly deadlineMs: number;
}

/** Repeats only a call that was provably not executed, and only in time. A call that throws may have sent the order. */
export const sendWithin = async <Value>(
  { clock, provider, deadlineMs }: Window,
  send: () => Promise<Result<Value>>,
): Promise<Result<Value>> => {
  let answer = await attempt(provider, send);
  for (let sends = 1; sends < MAXIMUM_SENDS; sends += 1) {
    const mayRepeat = !answer.ok && answer.kind === 'RETRYABLE' && clock.now() < deadlineMs;
    if (!mayRepeat) return answer;
    answer = await attempt(provider, send);
  }
  return answer;
};

const attempt = async <Value>(provider: string, send: () => Promise<Result<Value>>): Promise<Result<Value>> => {
  try {
    return await send();
  } catch {
    return { ok: false, kind: 'UNKNOWN', code: 'OTHER', provider, message: 'The call ended in an error' };
  }
};
