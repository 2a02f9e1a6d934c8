import { setTimeout as wait } from 'node:timers/promises';

/** Largest share of a run's requests that may get a 503; a larger one is a fault by itself. */
export const MOST_BUSY_SHARE = 0.02;
const MOST_REPETITIONS = 5;
/** Whole seconds, 1 to 30: what every 503 promises. */
const RETRY_AFTER = /^(?:[1-9]|[12]\d|30)$/;

export interface Busy {
  readonly status: number;
  /** The Retry-After header; null without one. */
  readonly retryAfter: string | null;
}

export interface Served<Answer> {
  readonly answer: Answer;
  /** How many answers said to ask again before this one. */
  readonly busy: number;
}

/**
 * Asks, and as often as a 503 says when, asks again after that time. A 503 in the end is a fault: it said nothing of a
 * wait, or the waiting was in vain.
 */
export const untilServed = async <Answer extends Busy>(
  ask: () => Promise<Answer>,
  pause: (delayMs: number) => Promise<unknown> = wait,
): Promise<Served<Answer>> => {
  let answer = await ask();
  let busy = 0;
  while (answer.status === 503 && RETRY_AFTER.test(answer.retryAfter ?? '') && busy < MOST_REPETITIONS) {
    busy += 1;
    await pause(Number(answer.retryAfter) * 1_000);
    answer = await ask();
  }
  return { answer, busy };
};
