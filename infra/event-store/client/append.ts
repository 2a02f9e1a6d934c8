import { setTimeout as pause } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { AppendResult, EventStore, ExpectedRevision, Proposed } from '../../../commands/ports/event-store';
import { createBackoff } from '../../../commands/timing/backoff';
import { inTime } from '../../timing/time-limit';
import { causeOf, judgeAppendError } from './client-errors';
import { assertWritable, toEventData } from './codec';
import { type Connection, STALL_GRACE_MS } from './connection';
import type { Slots } from './slots';

interface Attempt {
  readonly connection: Connection;
  readonly slots: Slots;
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly Proposed[];
}

/** After `again` the events may be in the log. */
type Ending =
  | { readonly kind: 'settled'; readonly result: AppendResult }
  | { readonly kind: 'again'; readonly cause: string };

const FIRST_RETRY_MS = 25;
/** Attempts per deadline: the connection of an unanswered one may be dead. */
const ATTEMPTS_IN_TIME = 3;

/** The client ends a dead connection after 20 s of silence; requests unsettled by then never settle. */
const SLOT_HELD_AT_MOST_MS = 30_000;

const send = async (client: EventStoreDBClient, attempt: Attempt, deadlineMs: number): Promise<Ending> => {
  const { connection, stream, expected, events } = attempt;
  try {
    const written = await client.appendToStream(stream, events.map(toEventData), {
      expectedRevision: expected === 'no_stream' ? expected : BigInt(expected),
      deadline: deadlineMs,
    });
    connection.heard();
    if (written.position === undefined) throw new Error('The event store answered without a position');
    const revision = Number(written.nextExpectedRevision);
    return { kind: 'settled', result: { outcome: 'appended', revision, position: written.position } };
  } catch (error) {
    const failure = judgeAppendError(error);
    if (failure !== 'unknown') connection.heard();
    if (failure === 'conflict') return { kind: 'settled', result: { outcome: 'wrong_revision' } };
    if (failure === 'fault') throw error;
    return { kind: 'again', cause: causeOf(error) };
  }
};

/** A slot is held until the client settles, since requests that a frozen server has not taken still count. */
const holdSlot = (slots: Slots, sent: Promise<unknown>): void => {
  let held = true;
  const release = (): void => {
    clearTimeout(timer);
    if (held) slots.giveBack();
    held = false;
  };
  const timer = setTimeout(release, SLOT_HELD_AT_MOST_MS);
  timer.unref();
  sent.then(release, release);
};

/** A timer of our own: the client's deadline does not end an append to a frozen server. */
const sendInTime = async (attempt: Attempt, timeoutMs: number): Promise<Ending> => {
  const late: Ending = { kind: 'again', cause: 'the event store did not answer in time' };
  const client = attempt.connection.client();
  const startedAt = performance.now();
  const sent = send(client, attempt, timeoutMs);
  holdSlot(attempt.slots, sent);
  const giveUp = (): Ending => {
    attempt.connection.waitedInVain(client, startedAt);
    return late;
  };
  return inTime(timeoutMs, sent, () => inTime(STALL_GRACE_MS, sent, giveUp));
};

/** Retries are idempotent: same ids, same revision. */
const sendUntilSettled = async (attempt: Attempt, deadlineMs: number): Promise<AppendResult> => {
  const giveUpAt = performance.now() + deadlineMs;
  const left = (limitMs = deadlineMs): number => Math.max(0, Math.min(limitMs, giveUpAt - performance.now()));
  let unsettled: string | null = null;
  const retry = createBackoff({ firstMs: FIRST_RETRY_MS, longestMs: deadlineMs });
  while (left() > 0) {
    if (!(await attempt.slots.take(left()))) break;
    const ending = await sendInTime(attempt, left(deadlineMs / ATTEMPTS_IN_TIME));
    if (ending.kind === 'settled') return ending.result;
    unsettled = ending.cause;
    await pause(left(retry.next()));
  }
  if (unsettled !== null) return { outcome: 'unknown', cause: unsettled };
  throw new Error('The event store is away: too many appends are waiting for it');
};

export const createAppend =
  (connection: Connection, slots: Slots, deadlineMs: number): EventStore['append'] =>
  async (stream, expected, events) => {
    assertWritable(stream, events);
    return sendUntilSettled({ connection, slots, stream, expected, events }, deadlineMs);
  };
