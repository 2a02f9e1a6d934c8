import type { AppendReply } from '../../log/append-request';
import { isRefusal, type Refusal, STATUS } from '../grpc/refusal';
import { MAX_APPEND_BYTES } from './proposals';
import { type AppendOptions, EMPTY, encode } from './wire';

type Failure = Exclude<AppendReply, { readonly outcome: 'appended' }>;
type StatusMessage = Readonly<Record<string, unknown>>;

const NOTHING = new Uint8Array();

/** A google.rpc.Status; clients fail on one without details. */
const statusOf = (code: number, message: string, type: string, value: Uint8Array): StatusMessage => ({
  code,
  message,
  details: { typeUrl: `type.googleapis.com/event_store.client.${type}`, value },
});

const EXPECTED_FIELDS = {
  noStream: { expectedNoStream: EMPTY },
  any: { expectedAny: EMPTY },
  streamExists: { expectedStreamExists: EMPTY },
};

const wrongRevision = (current: number, options: AppendOptions | null): StatusMessage => {
  const expected =
    options?.expected === 'revision'
      ? { expectedRevision: options.revision }
      : EXPECTED_FIELDS[options?.expected ?? 'any'];
  const found = current < 0 ? { currentNoStream: EMPTY } : { currentRevision: current };
  const details = encode('BatchWrongRevision', { ...found, ...expected });
  return statusOf(STATUS.ALREADY_EXISTS, 'WrongExpectedVersion', 'WrongExpectedVersion', details);
};

const timedOut = (): StatusMessage => statusOf(STATUS.DEADLINE_EXCEEDED, 'Timeout', 'Timeout', NOTHING);

/** For "Unknown" the official client drops the message, and so the id. For a type that it does not know it keeps it. */
const internal = (message: string): StatusMessage => statusOf(STATUS.INTERNAL, message, 'Internal', NOTHING);

const refused = ({ status, message, trailers }: Refusal): StatusMessage => {
  if (status === STATUS.DEADLINE_EXCEEDED) return timedOut();
  if (status === STATUS.INTERNAL) return internal(message);
  if (status === STATUS.RESOURCE_EXHAUSTED) return statusOf(status, message, 'Unknown', NOTHING);
  if (status === STATUS.PERMISSION_DENIED) return statusOf(status, message, 'AccessDenied', NOTHING);
  if (trailers['exception'] === 'maximum-append-size-exceeded') {
    const details = encode('MaximumAppendSizeExceeded', { maxAppendSize: MAX_APPEND_BYTES });
    return statusOf(status, message, 'MaximumAppendSizeExceeded', details);
  }
  return statusOf(status, message, 'BadRequest', encode('BadRequest', { message }));
};

/** The answer to a failed batch append. */
export const batchError = (failure: Failure | Refusal, options: AppendOptions | null): StatusMessage => {
  if (isRefusal(failure)) return refused(failure);
  switch (failure.outcome) {
    case 'wrong_revision':
      return wrongRevision(failure.current, options);
    case 'timed_out':
      return timedOut();
    case 'overloaded':
      return statusOf(STATUS.RESOURCE_EXHAUSTED, 'Too many appends are waiting', 'Unknown', NOTHING);
    case 'internal':
      return internal(failure.cause);
    case 'unavailable':
      return statusOf(STATUS.UNAVAILABLE, failure.cause, 'Unknown', NOTHING);
  }
};
