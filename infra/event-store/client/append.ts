import { setTimeout as pause } from 'node:timers/promises';
import type { EventData, EventStoreDBClient } from '@eventstore/db-client';
import { isStreamFault, streamFault } from '../../../aggregates/stream-fault';
import type { AppendResult, EventStore, ExpectedRevision } from '../../../commands/ports/event-store';
import { createBackoff } from '../../../commands/timing/backoff';
import { inTime } from '../../../packages/event-store/timing/time-limit';
import { mustHaveBegun } from '../judging';
import { assertWritable, causeOf } from '../writable';
import { isNotReady, isStreamDeleted, judgeAppendError } from './client-errors';
import { toEventData } from './codec';
import { type Connection, STALL_GRACE_MS } from './connection';
import type { Slots } from './slots';

interface Sending {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventData[];
}

interface Attempt extends Sending {
  readonly connection: Connection;
  readonly slots: Slots;
}

/** After `again` the events may be in the log. */
type Ending =
  | { readonly kind: 'settled'; readonly result: AppendResult }
  | { readonly kind: 'again'; readonly cause: string };

const FIRST_RETRY_MS = 25;
/** Attempts per deadline, so that a lost request or answer does not use the whole time. */
const ATTEMPTS_IN_TIME = 3;

/** The client ends a dead connection after 20 s of silence; requests unsettled by then never settle. */
const SLOT_HELD_AT_MOST_MS = 30_000;

const send = async (client: EventStoreDBClient, attempt: Attempt, deadlineMs: number): Promise<Ending> => {
  const { connection, stream, expected, events } = attempt;
  try {
    const written = await client.appendToStream(stream, [...events], {
      expectedRevision: expected === 'no_stream' ? expected : BigInt(expected),
      deadline: deadlineMs,
    });
    connection.served();
    if (written.position === undefined) throw new Error('The answer of the event store has no position');
    const revision = Number(written.nextExpectedRevision);
    mustHaveBegun(stream, expected, { revision, events: events.length });
    return { kind: 'settled', result: { outcome: 'appended', revision, position: written.position } };
  } catch (error) {
    if (isStreamFault(error)) throw error;
    if (isStreamDeleted(error)) throw streamFault(stream, 'GONE', 'the stream was permanently deleted');
    const failure = judgeAppendError(error);
    if (failure === 'unknown') connection.heard();
    else connection.served();
    if (isNotReady(error)) connection.lost(client);
    if (failure === 'conflict') return { kind: 'settled', result: { outcome: 'wrong_revision' } };
    if (failure === 'fault') throw error;
    if (failure === 'internal') return { kind: 'settled', result: { outcome: 'unknown', cause: causeOf(error) } };
    return { kind: 'again', cause: causeOf(error) };
  }
};

/** A slot stays taken until the client settles, because requests in a frozen server still count. */
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

/** The result of `last`, unless an `earlier` attempt of the same append answers first. */
const firstAnswer = (last: Promise<Ending>, earlier: readonly Promise<Ending>[]): Promise<Ending> =>
  new Promise((resolve, reject) => {
    last.then(resolve, reject);
    const onlySettled = (ending: Ending): void => {
      if (ending.kind === 'settled') resolve(ending);
    };
    for (const sent of earlier) sent.then(onlySettled, () => undefined);
  });

/** A timer of our own: the client's deadline does not end an append to a frozen server. */
const sendInTime = async (attempt: Attempt, timeoutMs: number, earlier: Promise<Ending>[]): Promise<Ending> => {
  const late: Ending = { kind: 'again', cause: 'the event store did not answer in time' };
  const client = attempt.connection.client();
  const startedAt = performance.now();
  const sent = send(client, attempt, timeoutMs);
  holdSlot(attempt.slots, sent);
  const answer = firstAnswer(sent, earlier);
  earlier.push(sent);
  const giveUp = (): Ending => {
    attempt.connection.waitedInVain(client, startedAt);
    return late;
  };
  return inTime(timeoutMs, answer, () => inTime(STALL_GRACE_MS, answer, giveUp));
};

/** Retries keep ids, revision and connection: a server may ignore a repetition while it writes the append. */
const sendUntilSettled = async (attempt: Attempt, deadlineMs: number): Promise<AppendResult> => {
  const giveUpAt = performance.now() + deadlineMs;
  const left = (limitMs = deadlineMs): number => Math.max(0, Math.min(limitMs, giveUpAt - performance.now()));
  const sent: Promise<Ending>[] = [];
  let unsettled: string | null = null;
  const retry = createBackoff({ firstMs: FIRST_RETRY_MS, longestMs: deadlineMs });
  while (left() > 0) {
    if (!(await attempt.slots.take(left()))) break;
    const limitMs = Math.min(deadlineMs / ATTEMPTS_IN_TIME, attempt.connection.patienceMs());
    const ending = await sendInTime(attempt, left(limitMs), sent);
    if (ending.kind === 'settled') return ending.result;
    unsettled = ending.cause;
    await pause(left(retry.next()));
  }
  if (unsettled !== null) return { outcome: 'unknown', cause: unsettled };
  throw new Error('The event store is unreachable: too many writes are waiting');
};

export const createSend =
  (connection: Connection, slots: Slots, deadlineMs: number) =>
  (sending: Sending): Promise<AppendResult> =>
    sendUntilSettled({ connection, slots, ...sending }, deadlineMs);

export const createAppend = (connection: Connection, slots: Slots, deadlineMs: number): EventStore['append'] => {
  const sendSettled = createSend(connection, slots, deadlineMs);
  return async (stream, expected, events) => {
    assertWritable(stream, events);
    return sendSettled({ stream, expected, events: events.map(toEventData) });
  };
};
