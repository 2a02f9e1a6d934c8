import type { AppendReply } from '../../log/append-request';
import type { EventLog } from '../../log/log';
import type { Call } from '../grpc/call';
import { frame } from '../grpc/frames';
import type { Handler } from '../grpc/grpc-server';
import { refusal, STATUS } from '../grpc/refusal';
import { readAppend } from '../messages/append-messages';
import { type AppendOptions, EMPTY, encode } from '../messages/wire';

const EXPECTED_FIELDS = {
  noStream: { expectedNoStream: EMPTY },
  any: { expectedAny: EMPTY, oldExpectedAny: EMPTY },
  streamExists: { expectedStreamExists: EMPTY, oldExpectedStreamExists: EMPTY },
};

const expectedFields = (options: AppendOptions): Readonly<Record<string, unknown>> =>
  options.expected === 'revision'
    ? { expectedRevision: options.revision, oldExpectedRevision: options.revision }
    : EXPECTED_FIELDS[options.expected ?? 'any'];

const currentFields = (current: number): Readonly<Record<string, unknown>> =>
  current < 0
    ? { currentNoStream: EMPTY, oldCurrentNoStream: EMPTY }
    : { currentRevision: current, oldCurrentRevision: current };

export const successOf = (revision: number, position: number | null): Readonly<Record<string, unknown>> => ({
  ...(revision < 0 ? { noStream: EMPTY } : { currentRevision: revision }),
  ...(position === null ? { noPosition: EMPTY } : { position: { commit: position, prepare: position } }),
});

const responseOf = (reply: AppendReply, options: AppendOptions): Readonly<Record<string, unknown>> => {
  switch (reply.outcome) {
    case 'appended':
      return { success: successOf(reply.revision, reply.position) };
    case 'wrong_revision':
      return { wrongRevision: { ...currentFields(reply.current), ...expectedFields(options) } };
    case 'timed_out':
      throw refusal(STATUS.DEADLINE_EXCEEDED, 'The deadline passed before the append was written');
    case 'overloaded':
      throw refusal(STATUS.RESOURCE_EXHAUSTED, 'Too many appends are waiting');
    case 'internal':
      throw refusal(STATUS.INTERNAL, reply.cause);
    case 'unavailable':
      throw refusal(STATUS.UNAVAILABLE, `The outcome of the append is unknown: ${reply.cause}`);
  }
};

/** Streams/Append: one append per call. */
export const appendCall =
  (log: EventLog): Handler =>
  async (call: Call): Promise<void> => {
    const { options, ...append } = await readAppend(call);
    const reply = await new Promise<AppendReply>((answer) =>
      log.submit({ ...append, deadlineMs: call.deadlineMs, answer }),
    );
    void call.write(frame(encode('AppendResponse', responseOf(reply, options))));
  };
