import type { Expected } from '../../log/append-request';
import type { NewEvent } from '../../log/stored-event';
import { appendTooLarge, invalid, refusal, STATUS } from '../grpc/refusal';
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
  const stream = options.stream.name.toString();
  return { asked, options, stream, expected: expectedOf(options), deadlineMs, events: [], sizeBytes: 0 };
};

export const addEvents = (append: OpenAppend, request: BatchAppendRequest): void => {
  for (const event of request.events) {
    append.sizeBytes += sizeBytesOf(event);
    if (append.sizeBytes > MAX_APPEND_BYTES) throw appendTooLarge(MAX_APPEND_BYTES);
    append.events.push(newEventOf(event));
  }
};
