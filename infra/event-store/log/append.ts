import { setTimeout as pause } from 'node:timers/promises';
import type { AppendResult, EventStore, ExpectedRevision } from '../../../commands/ports/event-store';
import { createBackoff } from '../../../commands/timing/backoff';
import { type AppendReply, NO_STREAM } from '../../../packages/event-store/log/append-request';
import type { EventLog } from '../../../packages/event-store/log/log';
import { logAway } from '../../../packages/event-store/log/log-error';
import type { NewEvent } from '../../../packages/event-store/log/stored-event';
import { mustHaveBegun } from '../judging';
import { assertWritable } from '../writable';
import { newEventOf, positionOf } from './raw-record';

export interface Sending {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
}

const FIRST_RETRY_MS = 25;

const bytesOf = ({ data, metadata }: NewEvent): number => data.length + metadata.length;

const sendOnce = (log: EventLog, { stream, expected, events }: Sending, deadlineMs: number): Promise<AppendReply> =>
  new Promise((answer) => {
    const sizeBytes = events.reduce((sum, event) => sum + bytesOf(event), 0);
    const revision = expected === 'no_stream' ? NO_STREAM : expected;
    log.submit({ stream, expected: revision, events, sizeBytes, deadlineMs, answer });
  });

/** Null where the same append, sent again, settles it. */
const settled = (reply: AppendReply, { stream, expected, events }: Sending): AppendResult | null => {
  if (reply.outcome === 'wrong_revision') return { outcome: 'wrong_revision' };
  if (reply.outcome === 'internal') throw new Error(`PostgreSQL refuses an append to ${stream}: ${reply.cause}`);
  if (reply.outcome !== 'appended') return null;
  const { revision, position } = reply;
  if (position === null) throw new Error('The answer to an append has no position');
  mustHaveBegun(stream, expected, { revision, events: events.length });
  return { outcome: 'appended', revision, position: positionOf(position) };
};

const causeIn = (reply: AppendReply): string => ('cause' in reply ? reply.cause : 'too many appends are waiting');

/** Retries are idempotent: same ids, same revision. Rejects when nothing was written in time. */
export const createSend =
  (log: EventLog, deadlineMs: number) =>
  async (sending: Sending): Promise<AppendResult> => {
    const giveUpAtMs = log.nowMs() + deadlineMs;
    const retry = createBackoff({ firstMs: FIRST_RETRY_MS, longestMs: deadlineMs });
    let unknown: string | null = null;
    for (;;) {
      const reply = await sendOnce(log, sending, giveUpAtMs);
      const result = settled(reply, sending);
      if (result !== null) return result;
      if (reply.outcome === 'unavailable') unknown = causeIn(reply);
      const leftMs = giveUpAtMs - log.nowMs();
      if (leftMs <= 0 || reply.outcome !== 'unavailable') {
        if (unknown === null) throw logAway(causeIn(reply));
        return { outcome: 'unknown', cause: unknown };
      }
      await pause(Math.min(retry.next(), leftMs));
    }
  };

export const createAppend = (log: EventLog, deadlineMs: number): EventStore['append'] => {
  const send = createSend(log, deadlineMs);
  return async (stream, expected, events) => {
    assertWritable(stream, events);
    return send({ stream, expected, events: events.map(newEventOf) });
  };
};
