import type { AppendReply } from '../../log/append-request';
import type { EventLog } from '../../log/log';
import type { Call } from '../grpc/call';
import { frame } from '../grpc/frames';
import type { Handler } from '../grpc/grpc-server';
import { asRefusal, refusal, STATUS } from '../grpc/refusal';
import { batchError } from '../messages/batch-errors';
import { knownUuid } from '../messages/proposals';
import { type AppendOptions, type BatchAppendRequest, decodeBatchAppendRequest, encode } from '../messages/wire';
import { successOf } from './append-call';
import { type Asked, addEvents, askedIn, begin, type OpenAppend } from './open-append';

/** Most unanswered appends of one call; reading pauses there. */
const UNANSWERED = 4_096;

const resultOf = (reply: AppendReply, options: AppendOptions): Readonly<Record<string, unknown>> =>
  reply.outcome === 'appended'
    ? { success: successOf(reply.revision, reply.position) }
    : { error: batchError(reply, options) };

interface Conversation {
  readonly call: Call;
  readonly log: EventLog;
  readonly warn: (message: string) => void;
  readonly open: Map<string, OpenAppend>;
  unanswered: number;
  /** Answers that wait until the caller reads. */
  unread: number;
  isPaused: boolean;
  ended: boolean;
  readonly done: () => void;
}

/** A caller that does not read its answers, or is far ahead of them, is not read either. */
const regulate = (talk: Conversation): void => {
  const isPaused = talk.unanswered >= UNANSWERED || talk.unread > 0;
  if (isPaused === talk.isPaused) return;
  talk.isPaused = isPaused;
  if (isPaused) talk.call.pause();
  else talk.call.resume();
};

const reply = (talk: Conversation, asked: Asked, result: Readonly<Record<string, unknown>>): void => {
  const room = talk.call.write(frame(encode('BatchAppendResponse', { ...asked, ...result })));
  if (talk.call.hasRoom()) return;
  talk.unread += 1;
  regulate(talk);
  void room.then(() => {
    talk.unread -= 1;
    regulate(talk);
  });
};

const submit = (talk: Conversation, { asked, options, ...append }: OpenAppend): void => {
  const { stream, expected, events, sizeBytes, deadlineMs } = append;
  talk.unanswered += 1;
  regulate(talk);
  const answer = (outcome: AppendReply): void => {
    talk.unanswered -= 1;
    regulate(talk);
    // The client retries appends of unknown outcome only when the whole call ends with UNAVAILABLE.
    if (outcome.outcome === 'unavailable') talk.call.finish(refusal(STATUS.UNAVAILABLE, outcome.cause));
    else reply(talk, asked, resultOf(outcome, options));
    if (talk.ended && talk.unanswered === 0) talk.done();
  };
  talk.log.submit({ stream, expected, events, sizeBytes, deadlineMs, answer });
};

const onRequest = (talk: Conversation, request: BatchAppendRequest): void => {
  const id = knownUuid(request.correlationId);
  const started = talk.open.get(id);
  // The rest of a refused append.
  if (started === undefined && !request.options) return;
  const asked = started?.asked ?? askedIn(request);
  try {
    const append = started ?? begin(request, asked, talk.log.nowMs());
    addEvents(append, request);
    if (request.isFinal) {
      talk.open.delete(id);
      submit(talk, append);
    } else talk.open.set(id, append);
  } catch (error) {
    talk.open.delete(id);
    reply(talk, asked, { error: batchError(asRefusal(error, talk.warn), null) });
  }
};

/** Streams/BatchAppend: many appends over one call, each answered by its correlation id. */
export const batchAppendCall =
  (log: EventLog, warn: (message: string) => void): Handler =>
  (call) =>
    new Promise((done) => {
      const counts = { unanswered: 0, unread: 0, isPaused: false, ended: false };
      const talk: Conversation = { call, log, warn, open: new Map(), ...counts, done };
      call.onClosed(done);
      call.listen({
        onMessage: (message) => onRequest(talk, decodeBatchAppendRequest(message)),
        onEnd: () => {
          talk.ended = true;
          if (talk.unanswered === 0) done();
        },
      });
    });
