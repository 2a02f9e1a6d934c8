import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../commands/ports/clock';
import type { CallContext, Failure, FailureCode, FailureKind, Result } from '../../../commands/ports/providers/result';
import { withinDeadline } from '../deadline';
import { failure } from '../failures';
import type {
  BookKey,
  BookKind,
  CallbackType,
  Now,
  PlannedCallback,
  SandboxBook,
  Turn,
  Window,
} from './book/sandbox-book';

export const NAME = 'sandbox';

/** Prefix of every id of the sandbox; live credentials refuse it. */
export const SANDBOX_ID_PREFIX = 'sbx_';

export interface Desk {
  readonly book: SandboxBook;
  readonly clock: Clock;
  readonly settleDelayMs: number;
  readonly onPlanned: (dueAtMs: number) => void;
}

export interface At extends Now {
  readonly key: BookKey;
  readonly nowMs: number;
}

/** A row of a provider's table: the effect and the answer of a call in a state. */
export type Step<State, Answer> = (state: State | null, at: At) => Turn<State, Answer>;

/** Only the advance of the partner's time since the booking counts; after a reset it never goes back. */
export const momentIn = ({ clockMs, aheadMs }: Now, state: unknown): number => {
  const { bookedAheadMs = aheadMs } = (state ?? {}) as { readonly bookedAheadMs?: number };
  return clockMs + Math.max(0, aheadMs - bookedAheadMs);
};

export const digestOf = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

export const iso = (ms: number): string => new Date(ms).toISOString();

/** The prefix, `E`, the payer's bank, the minute and eleven characters. */
export const endToEndIdOf = (digest: string, paidAtMs: number): string =>
  `${SANDBOX_ID_PREFIX}E00000000${iso(paidAtMs).replace(/\D/g, '').slice(0, 12)}${digest.slice(0, 11)}`;

type Planned = Partial<PlannedCallback> & { readonly event: string; readonly dueAtMs: number };

/** `event` distinguishes the callbacks about one row. */
export const callbackOf = (type: CallbackType, { key }: Pick<At, 'key'>, planned: Planned): PlannedCallback => {
  const { partnerId, idempotencyKey } = key;
  const { event, ...others } = planned;
  const eventId = `${SANDBOX_ID_PREFIX}evt_${digestOf(type, partnerId, idempotencyKey).slice(0, 32)}_${event}`;
  return { place: event, eventId, type, about: idempotencyKey, forged: false, ...others };
};

export const failed = (kind: FailureKind, code: FailureCode, message: string): Failure =>
  failure(NAME, kind, code, message);

export const notFound = (what: string): Failure => failed('NOT_FOUND', 'OTHER', `No ${what} has this key`);

/** Starts no work after the deadline. `otherwise`: the failure then, UNKNOWN when the effect may have happened. */
export const within = <Value>(
  { clock }: Pick<Desk, 'clock'>,
  { deadlineMs: atMs }: Pick<CallContext, 'deadlineMs'>,
  otherwise: 'UNKNOWN' | 'UNAVAILABLE' | 'RETRYABLE',
  work: () => Promise<Result<Value>>,
): Promise<Result<Value>> =>
  withinDeadline({ atMs, clock, work, otherwise: (why) => failed(otherwise, 'TIMEOUT', why) });

/** Changes a row by a step of its table, and answers the due times of its callbacks. */
const change = async <State, Answer>(
  { book, clock, onPlanned }: Desk,
  kind: BookKind,
  key: BookKey,
  step: Step<State, Answer>,
): Promise<Answer> => {
  let planned: readonly PlannedCallback[] = [];
  const answer = await book.change<State, Answer>(kind, key, clock.now(), (state, now) => {
    const turn = step(state, { ...now, key, nowMs: momentIn(now, state) });
    planned = turn.callbacks ?? [];
    return turn;
  });
  for (const { dueAtMs } of planned) onPlanned(dueAtMs);
  return answer;
};

const TRIES = 5;
const BETWEEN_TRIES_MS = 200;

/** An order whose row was read is booked even if the book fails for a moment: repeated attempts book it once. */
const booked = async <State, Value>(
  desk: Desk,
  kind: BookKind,
  key: BookKey,
  step: Step<State, Result<Value>>,
): Promise<Result<Value>> => {
  const row = { isRead: false };
  const reading: typeof step = (state, at) => {
    row.isRead = true;
    return step(state, at);
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await change(desk, kind, key, reading);
    } catch (error) {
      if (!row.isRead) return failed('RETRYABLE', 'OTHER', 'The order was refused and not booked');
      if (tries === TRIES) throw error;
      await pause(BETWEEN_TRIES_MS);
    }
  }
};

interface Ordering {
  readonly notAfter?: string;
  /** RETRYABLE where it moves nothing (default UNKNOWN: it may have happened). */
  readonly unanswered?: 'UNKNOWN' | 'RETRYABLE';
}

/** A window with more is refused: a partial list would be taken for complete. */
export const LIST_LIMIT = 1_000;

/** The common calls of all simulated providers, over the rows of one kind. */
export const rowsOf = <State>(desk: Desk, kind: BookKind) => {
  const { book, clock } = desk;
  const keyOf = ({ partnerId }: CallContext, idempotencyKey: string): BookKey => ({ partnerId, idempotencyKey });
  return {
    /** A question: without an answer it has changed nothing. */
    ask: <Value>(context: CallContext, key: string, step: Step<State, Result<Value>>) =>
      within(desk, context, 'UNAVAILABLE', () => change(desk, kind, keyOf(context, key), step)),
    /** Too late: provably nothing was sent, so that the key may be sent again (rule 3). */
    order: async <Value>(
      context: CallContext,
      key: string,
      step: Step<State, Result<Value>>,
      { notAfter, unanswered = 'UNKNOWN' }: Ordering = {},
    ): Promise<Result<Value>> => {
      const isLate = notAfter !== undefined && clock.now() > Date.parse(notAfter);
      if (isLate || clock.now() >= context.deadlineMs)
        return failed('RETRYABLE', 'TIMEOUT', 'The deadline had passed before the order was sent');
      return within(desk, context, unanswered, () => booked(desk, kind, keyOf(context, key), step));
    },
    control: <Answer>(key: BookKey, step: Step<State, Answer>): Promise<Answer> => change(desk, kind, key, step),
    list: <Item>(context: CallContext, window: Window, itemsOf: (state: State, at: At) => readonly Item[]) =>
      within<readonly Item[]>(desk, context, 'UNAVAILABLE', async () => {
        const value: Item[] = [];
        for await (const { state, aheadMs, ...key } of book.list<State>(kind, context.partnerId, window)) {
          const now = { clockMs: clock.now(), aheadMs };
          value.push(...itemsOf(state, { ...now, key, nowMs: momentIn(now, state) }));
          if (value.length > LIST_LIMIT)
            return failed(
              'UNAVAILABLE',
              'OTHER',
              `The list has more than ${LIST_LIMIT} entries: request a shorter window`,
            );
        }
        return { ok: true, value };
      }),
  };
};
