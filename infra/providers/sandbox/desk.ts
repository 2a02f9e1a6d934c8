import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../commands/ports/clock';
import type { CallContext, Failure, FailureCode, FailureKind, Result } from '../../../commands/ports/result';
import { withinDeadline } from '../deadline';
import { failure } from '../failures';
import type { BookKey, BookKind, SandboxBook, Step } from './book/sandbox-book';

export const NAME = 'sandbox';

/** Begins every id of the sandbox; live refuses it (design: providers, rule 11). */
export const SANDBOX_ID_PREFIX = 'sbx_';

/** Duration of a settlement, unless another is chosen; the times of every table scale with it. */
export const SETTLE_MS = 2_000;

/** Time of a table, at the pace of a row. */
export const paced = (afterMs: number, settleDelayMs: number): number =>
  Math.floor((afterMs * settleDelayMs) / SETTLE_MS);

export interface Desk {
  readonly book: SandboxBook;
  readonly clock: Clock;
  readonly settleDelayMs: number;
  readonly onPlanned: (dueAtMs: number) => void;
}

export const failed = (kind: FailureKind, code: FailureCode, message: string): Failure =>
  failure(NAME, kind, code, message);

export const notFound = (what: string): Failure => failed('NOT_FOUND', 'OTHER', `There is no ${what} with this key`);

export const NOT_TAKEN = failed('RETRYABLE', 'OTHER', 'The order was not taken, and nothing was booked');

export const keyOf = ({ partnerId }: Pick<CallContext, 'partnerId'>, idempotencyKey: string): BookKey => ({
  partnerId,
  idempotencyKey,
});

/** Changes a row by a step of its table, and says when its callbacks are due. */
export const change = async <State, Answer>(
  { book, clock, onPlanned }: Desk,
  kind: BookKind,
  key: BookKey,
  step: Step<State, Answer>,
): Promise<Answer> => {
  const planned: number[] = [];
  const answer = await book.change<State, Answer>(kind, key, clock.now(), (state, now) => {
    const turn = step(state, now);
    planned.splice(0, planned.length, ...(turn.callbacks ?? []).map(({ dueAtMs }) => dueAtMs));
    return turn;
  });
  for (const dueAtMs of planned) onPlanned(dueAtMs);
  return answer;
};

/** A question: without an answer it has changed nothing. */
export const ask = <Value>(
  { clock }: Desk,
  { deadlineMs }: CallContext,
  work: () => Promise<Result<Value>>,
): Promise<Result<Value>> =>
  withinDeadline({ atMs: deadlineMs, clock, work, otherwise: (why) => failed('UNAVAILABLE', 'TIMEOUT', why) });

const TRIES = 5;
const BETWEEN_TRIES_MS = 200;

/** An order that was taken is booked although the books are away for a moment: each try books it once at most. */
const taken = async <State, Value>(
  desk: Desk,
  kind: BookKind,
  key: BookKey,
  step: Step<State, Result<Value>>,
): Promise<Result<Value>> => {
  const order = { isTaken: false };
  const noted: typeof step = (state, now) => {
    order.isTaken = true;
    return step(state, now);
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await change(desk, kind, key, noted);
    } catch (error) {
      if (!order.isTaken) return NOT_TAKEN;
      if (tries === TRIES) throw error;
      await pause(BETWEEN_TRIES_MS);
    }
  }
};

export interface Ordered {
  readonly context: CallContext;
  readonly kind: BookKind;
  readonly key: string;
  readonly notAfter?: string;
  /** RETRYABLE where it moves nothing (default UNKNOWN: it may have happened). */
  readonly unanswered?: 'UNKNOWN' | 'RETRYABLE';
}

/** Too late: provably nothing was sent, so that the key may be sent again (rule 3). */
export const order = async <State, Value>(
  desk: Desk,
  { context, kind, key, notAfter, unanswered = 'UNKNOWN' }: Ordered,
  step: Step<State, Result<Value>>,
): Promise<Result<Value>> => {
  const { clock } = desk;
  const isLate = notAfter !== undefined && clock.now() > Date.parse(notAfter);
  if (isLate || clock.now() >= context.deadlineMs) return failed('RETRYABLE', 'TIMEOUT', 'Too late to send');
  return withinDeadline({
    ...{ atMs: context.deadlineMs, clock, work: () => taken(desk, kind, keyOf(context, key), step) },
    otherwise: (why) => failed(unanswered, 'TIMEOUT', why),
  });
};
