import type { Call } from '../grpc/call';
import { frame } from '../grpc/frames';
import type { Handler } from '../grpc/grpc-server';
import { appendTooLarge, asRefusal, invalid, refusal, STATUS } from '../grpc/refusal';
import type { AppendReply, Expected } from '../log/append-request';
import type { NewEvent } from '../log/stored-event';
import type { Writer } from '../log/writer';
import { batchError } from '../messages/batch-errors';
import { expectedOf, MAX_APPEND_BYTES, newEventOf, sizeBytesOf, uuidOf, writableStreamOf } from '../messages/proposals';
import { type BatchAppendRequest, decodeBatchAppendRequest, encode, toNumber } from '../messages/wire';
import { successOf } from './append-call';

type Options = NonNullable<BatchAppendRequest['options']>;

/** An append whose events are still arriving. */
interface Open {
  readonly request: BatchAppendRequest;
  readonly options: Options;
  readonly stream: string;
  readonly expected: Expected;
  readonly deadlineMs: number;
  readonly events: NewEvent[];
  sizeBytes: number;
}

/** Most unanswered appends of one call; reading pauses there. */
const UNANSWERED = 4_096;

const deadlineOf = ({ timeout, deadline }: Options, nowMs: number): number => {
  if (timeout) return nowMs + toNumber(timeout.seconds) * 1000 + timeout.nanos / 1e6;
  return deadline ? toNumber(deadline.seconds) * 1000 + deadline.nanos / 1e6 : Infinity;
};

const lateReply = refusal(STATUS.DEADLINE_EXCEEDED, 'The deadline passed before the append was written');

const begin = (request: BatchAppendRequest, nowMs: number): Open => {
  const { options } = request;
  if (!options) throw invalid('An append begins with its options');
  const deadlineMs = deadlineOf(options, nowMs);
  if (deadlineMs <= nowMs) throw lateReply;
  const [stream, expected] = [writableStreamOf(options.stream), expectedOf(options)];
  return { request, options, stream, expected, deadlineMs, events: [], sizeBytes: 0 };
};

const addEvents = (open: Open, request: BatchAppendRequest): void => {
  for (const event of request.events) {
    open.sizeBytes += sizeBytesOf(event);
    if (open.sizeBytes > MAX_APPEND_BYTES) throw appendTooLarge(MAX_APPEND_BYTES);
    open.events.push(newEventOf(event));
  }
};

const resultOf = (reply: AppendReply, options: Options): Readonly<Record<string, unknown>> =>
  reply.outcome === 'appended'
    ? { success: successOf(reply.revision, reply.position) }
    : { error: batchError(reply, options) };

interface Conversation {
  readonly call: Call;
  readonly writer: Writer;
  readonly nowMs: () => number;
  readonly open: Map<string, Open>;
  unanswered: number;
  ended: boolean;
  readonly done: () => void;
}

const reply = (talk: Conversation, request: BatchAppendRequest, result: Readonly<Record<string, unknown>>): void => {
  const response = { correlationId: request.correlationId, stream: request.options?.stream, ...result };
  void talk.call.write(frame(encode('BatchAppendResponse', response)));
};

const submit = (talk: Conversation, { request, options, ...append }: Open): void => {
  talk.unanswered += 1;
  if (talk.unanswered === UNANSWERED) talk.call.pause();
  const answer = (outcome: AppendReply): void => {
    talk.unanswered -= 1;
    if (talk.unanswered === UNANSWERED - 1) talk.call.resume();
    // The client retries appends of unknown outcome only when the whole call ends with UNAVAILABLE.
    if (outcome.outcome === 'unavailable') talk.call.finish(refusal(STATUS.UNAVAILABLE, outcome.cause));
    else reply(talk, request, resultOf(outcome, options));
    if (talk.ended && talk.unanswered === 0) talk.done();
  };
  talk.writer.submit({ ...append, answer });
};

const onRequest = (talk: Conversation, request: BatchAppendRequest): void => {
  const id = uuidOf(request.correlationId);
  const started = talk.open.get(id);
  // The rest of a refused append.
  if (started === undefined && !request.options) return;
  try {
    const append = started ?? begin(request, talk.nowMs());
    talk.open.set(id, append);
    addEvents(append, request);
    if (!request.isFinal) return;
    submit(talk, append);
  } catch (error) {
    reply(talk, started?.request ?? request, { error: batchError(asRefusal(error), null) });
  }
  talk.open.delete(id);
};

/** Streams/BatchAppend: many appends over one call, each answered by its correlation id. */
export const batchAppendCall =
  (writer: Writer, nowMs: () => number): Handler =>
  (call) =>
    new Promise((done) => {
      const talk: Conversation = { call, writer, nowMs, open: new Map(), unanswered: 0, ended: false, done };
      call.onClosed(done);
      call.listen(
        (message) => onRequest(talk, decodeBatchAppendRequest(message)),
        () => {
          talk.ended = true;
          if (talk.unanswered === 0) done();
        },
      );
    });
