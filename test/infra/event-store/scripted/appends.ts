import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { AppendReply } from '../../../../packages/event-store/log/append-request';
import { successOf } from '../../../../packages/event-store/server/calls/append-call';
import { batchError } from '../../../../packages/event-store/server/messages/batch-errors';
import { expectedOf, newEventOf, streamNameOf } from '../../../../packages/event-store/server/messages/proposals';
import {
  type BatchAppendRequest,
  decodeBatchAppendRequest,
  encode,
} from '../../../../packages/event-store/server/messages/wire';
import type { ScriptedLog } from './log';
import { ANSWERS, type Script } from './script';

export type BatchCall = ServerDuplexStream<Buffer, Buffer>;

type Options = NonNullable<BatchAppendRequest['options']>;

export interface Desk {
  readonly log: ScriptedLog;
  readonly script: Script;
  /** First ids of the appends that are being written. */
  readonly inFlight: Set<string>;
}

const answer = (call: BatchCall, request: BatchAppendRequest, result: Readonly<Record<string, unknown>>): void => {
  const response = { correlationId: request.correlationId, stream: request.options?.stream, ...result };
  if (!call.destroyed && !call.cancelled) call.write(Buffer.from(encode('BatchAppendResponse', response)));
};

const resultOf = (reply: AppendReply, options: Options): Readonly<Record<string, unknown>> =>
  reply.outcome === 'appended'
    ? { success: successOf(reply.revision, reply.position) }
    : { error: batchError(reply, options) };

/** A whole append: events split over several requests do not occur at the sizes of these tests. */
export const serveAppend = async (call: BatchCall, message: Buffer, desk: Desk): Promise<void> => {
  const { log, script, inFlight } = desk;
  const request = decodeBatchAppendRequest(message);
  const { options } = request;
  if (!options) throw new Error('an append has options');
  if (script.deniesAppends) {
    answer(call, request, { error: batchError(ANSWERS.denied(), options) });
    return;
  }
  const events = request.events.map(newEventOf);
  const key = events[0]?.id ?? '';
  // Measured: a repetition of what is being written has no answer until its deadline, which the client knows too.
  if (inFlight.has(key)) return;
  inFlight.add(key);
  if (script.hold !== null) await script.hold;
  const reply = log.append(streamNameOf(options.stream), expectedOf(options), events);
  inFlight.delete(key);
  answer(call, request, resultOf(reply, options));
};

const EMPTY_TYPE = 'type.googleapis.com/google.protobuf.Empty';

/** A node that takes no appends says so in an answer to each, without a code, and keeps the call open. */
export const refuseAppend = (call: BatchCall, message: Buffer, text: string): void =>
  answer(call, decodeBatchAppendRequest(message), {
    error: { code: 0, message: text, details: { typeUrl: EMPTY_TYPE, value: new Uint8Array() } },
  });
