import { appendTooLarge, invalid, refusal, STATUS } from '../grpc/refusal';
import type { Expected } from '../log/append-request';
import { memoryBytes, type NewEvent } from '../log/stored-event';
import {
  echoOf,
  expectedOf,
  type KeptOptions,
  keptOptions,
  MAX_APPEND_BYTES,
  newEventOf,
  sizeBytesOf,
} from '../messages/proposals';
import { type BatchAppendRequest, type StreamName, toNumber } from '../messages/wire';

/** Whom an answer is for. */
export interface Asked {
  readonly correlationId: NonNullable<BatchAppendRequest['correlationId']>;
  readonly stream: StreamName;
}

/** A batch append whose events are still arriving. */
export interface OpenAppend {
  readonly asked: Asked;
  readonly options: KeptOptions;
  readonly stream: string;
  readonly expected: Expected;
  readonly deadlineMs: number;
  readonly events: NewEvent[];
  sizeBytes: number;
  memoryBytes: number;
  /** Of the memory, what counts against the connection's limit. */
  heldBytes: number;
}

type Options = NonNullable<BatchAppendRequest['options']>;

const deadlineOf = ({ timeout, deadline }: Options, nowMs: number): number => {
  if (timeout) return nowMs + toNumber(timeout.seconds) * 1000 + timeout.nanos / 1e6;
  return deadline ? toNumber(deadline.seconds) * 1000 + deadline.nanos / 1e6 : Infinity;
};

const lateReply = refusal(STATUS.DEADLINE_EXCEEDED, 'The deadline passed before the append was written');

export const askedIn = ({ correlationId, options }: BatchAppendRequest): Asked => ({
  correlationId: correlationId ?? {},
  stream: echoOf(options?.stream),
});

export const begin = (request: BatchAppendRequest, asked: Asked, nowMs: number): OpenAppend => {
  if (!request.options) throw invalid('An append begins with its options');
  const deadlineMs = deadlineOf(request.options, nowMs);
  if (deadlineMs <= nowMs) throw lateReply;
  const options = keptOptions(request.options);
  const sizes = { sizeBytes: 0, memoryBytes: 0, heldBytes: 0 };
  const stream = options.stream.name.toString();
  return { asked, options, stream, expected: expectedOf(options), deadlineMs, events: [], ...sizes };
};

export const addEvents = (append: OpenAppend, request: BatchAppendRequest): void => {
  for (const event of request.events) {
    append.sizeBytes += sizeBytesOf(event);
    if (append.sizeBytes > MAX_APPEND_BYTES) throw appendTooLarge(MAX_APPEND_BYTES);
    const added = newEventOf(event);
    append.memoryBytes += memoryBytes(added);
    append.events.push(added);
  }
};
