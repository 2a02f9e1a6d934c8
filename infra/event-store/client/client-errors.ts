import { isOverLimit } from '../writable';
import { type CommandFailure, ErrorType, isCommandError } from './command-error';

/** `conflict` and `fault`: no event was written. After the others the events may be in the log; `internal` repeats. */
export type AppendFailure = 'conflict' | 'fault' | 'unknown' | 'internal';

/** The server refuses these requests before any write. */
const FAULTS: ReadonlySet<string> = new Set([
  ErrorType.ACCESS_DENIED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.MISSING_REQUIRED_METADATA_PROPERTY,
  ErrorType.STREAM_DELETED,
]);

const [INVALID_ARGUMENT, PERMISSION_DENIED, INTERNAL, UNAVAILABLE, UNAUTHENTICATED] = [3, 7, 13, 14, 16];
const RESOURCE_EXHAUSTED = 8;

const isFromClient = (error: unknown): error is CommandFailure => error instanceof Error && isCommandError(error);

const grpcCodeOf = (error: unknown): number | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? code : undefined;
};

const HAS_ID = /internal error [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A fault inside the server, which logged it by this id. The client's library also calls a reset stream INTERNAL. */
export const isInternal = (error: unknown): boolean =>
  error instanceof Error && HAS_ID.test(error.message) && (grpcCodeOf(error) ?? INTERNAL) === INTERNAL;

export const isInvalid = (error: unknown): boolean => isFromClient(error) && grpcCodeOf(error) === INVALID_ARGUMENT;

/** A broken batch stream rejects every append of the process, written ones included: `unknown`. */
export const judgeAppendError = (error: unknown): AppendFailure => {
  if (!isFromClient(error)) return grpcCodeOf(error) === UNAUTHENTICATED ? 'fault' : 'unknown';
  if (error.type === ErrorType.WRONG_EXPECTED_VERSION) return 'conflict';
  if (isInternal(error)) return 'internal';
  return FAULTS.has(error.type) ? 'fault' : 'unknown';
};

/** The message of .NET, grpc-js and the embedded server; a passing overload has the same code. */
const TOO_LARGE = /exceeds the maximum configured|message larger than max|A message is at most/i;

/** A message exceeds the limit of one side: a repetition has the same size. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && grpcCodeOf(error) === RESOURCE_EXHAUSTED && TOO_LARGE.test(error.message);

export const isAppendTooLarge = (error: unknown): boolean =>
  isOverLimit(error) || (isFromClient(error) && error.type === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED);

export const isAccessRefused = (error: unknown): boolean => {
  if (isFromClient(error) && error.type === ErrorType.ACCESS_DENIED) return true;
  const code = grpcCodeOf(error);
  return code === PERMISSION_DENIED || code === UNAUTHENTICATED;
};

export const isStreamNotFound = (error: unknown): boolean =>
  isFromClient(error) && error.type === ErrorType.STREAM_NOT_FOUND;

export const isStreamDeleted = (error: unknown): boolean =>
  isFromClient(error) && error.type === ErrorType.STREAM_DELETED;

/** True for the answer of a real server to a position inside a record. */
export const isInsideRecord = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Unexpected ReadAllResult: Error');

export const silence = (timeoutMs: number): Error =>
  Object.assign(new Error(`The event store sent no data for ${timeoutMs} ms`), { name: 'Silence' });

export const cut = (): Error =>
  Object.assign(new Error('The event store did not answer: the service closed the connection'), { name: 'Cut' });

const TOO_LARGE_TO_READ = 'TooLargeToRead';

export const tooLargeToRead = (error: Error): Error =>
  Object.assign(new Error(`A message of the event store is too large to read: ${error.message}`), {
    name: TOO_LARGE_TO_READ,
  });

export const isTooLargeToRead = (error: unknown): boolean => error instanceof Error && error.name === TOO_LARGE_TO_READ;

const OUR_OWN: ReadonlySet<string> = new Set(['Silence', 'Cut']);

/** Errors of grpc-js and of the client's discovery, and of a node without a leader (UNKNOWN): the store is away. */
const AWAY =
  /^(Channel has been shut down|Failed to discover after)|No leader info available|Server Is (Not Ready|Busy)/i;

export const saysAway = (error: unknown): boolean => error instanceof Error && AWAY.test(error.message);

/** An append that such a node refused is repeated at the leader. */
export const isNotReady = (error: unknown): boolean =>
  error instanceof Error && /Not Ready|No leader/i.test(error.message);

/** The server drops a live subscriber that lags, and the subscriber resubscribes: this is no fault. */
const TOO_SLOW = /Consumer too slow/i;

export const isTooSlow = (error: unknown): boolean =>
  isFromClient(error) && error.type === ErrorType.TIMEOUT && TOO_SLOW.test(error.message);

interface CallMetadata {
  readonly get: (name: string) => readonly unknown[];
  readonly remove: (name: string) => void;
}

/** The client throws on a not-leader answer without the leader's address: it becomes an ordinary UNAVAILABLE. */
export const withoutLostLeader = (error: unknown): void => {
  const { metadata } = error as { readonly metadata?: CallMetadata };
  const has = (name: string): boolean => (metadata?.get(name).length ?? 0) > 0;
  if (metadata?.get('exception')[0] !== ErrorType.NOT_LEADER) return;
  if (has('leader-endpoint-host') && has('leader-endpoint-port')) return;
  metadata.remove('exception');
  Object.assign(error as object, { code: UNAVAILABLE });
};

/** gRPC codes: invalid argument, permission denied, unimplemented, unauthenticated. */
const REFUSALS: ReadonlySet<number> = new Set([INVALID_ARGUMENT, PERMISSION_DENIED, 12, UNAUTHENTICATED]);

/** Worth a retry: the store is away or silent, or the connection was cut. */
export const isTransient = (error: unknown): boolean => {
  const code = grpcCodeOf(error);
  if ((code !== undefined && REFUSALS.has(code)) || isInternal(error) || isTooLarge(error)) return false;
  if (isFromClient(error)) return !FAULTS.has(error.type) && error.type !== ErrorType.STREAM_NOT_FOUND;
  return code !== undefined || saysAway(error) || (error instanceof Error && OUR_OWN.has(error.name));
};
