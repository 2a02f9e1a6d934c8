import { type CommandError, ErrorType, isCommandError } from '@eventstore/db-client';

/** `conflict` and `fault`: nothing was written. `unknown`: the events may be in the log. */
export type AppendFailure = 'conflict' | 'fault' | 'unknown';

/** The server refuses these before it writes. */
const FAULTS: ReadonlySet<string> = new Set([
  ErrorType.ACCESS_DENIED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.MISSING_REQUIRED_METADATA_PROPERTY,
  ErrorType.STREAM_DELETED,
]);

const UNAUTHENTICATED = 16;

const isFromClient = (error: unknown): error is CommandError => error instanceof Error && isCommandError(error);

const grpcCodeOf = (error: unknown): number | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? code : undefined;
};

/** One broken batch stream rejects every append of the process, written ones included: `unknown`. */
export const judgeAppendError = (error: unknown): AppendFailure => {
  if (!isFromClient(error)) return grpcCodeOf(error) === UNAUTHENTICATED ? 'fault' : 'unknown';
  if (error.type === ErrorType.WRONG_EXPECTED_VERSION) return 'conflict';
  return FAULTS.has(error.type) ? 'fault' : 'unknown';
};

export const isStreamNotFound = (error: unknown): boolean =>
  isFromClient(error) && error.type === ErrorType.STREAM_NOT_FOUND;

export const silence = (timeoutMs: number): Error =>
  Object.assign(new Error(`The event store sent nothing for ${timeoutMs} ms`), { name: 'Silence' });

export const cut = (): Error =>
  Object.assign(new Error('The event store did not answer: the connection was given up'), { name: 'Cut' });

const OUR_OWN: ReadonlySet<string> = new Set(['Silence', 'Cut']);

/** gRPC codes: invalid argument, permission denied, unimplemented, unauthenticated. */
const REFUSALS: ReadonlySet<number> = new Set([3, 7, 12, UNAUTHENTICATED]);

/** Worth a retry: the store is away or silent, or the connection was cut. */
export const isTransient = (error: unknown): boolean => {
  const code = grpcCodeOf(error);
  if (code !== undefined && REFUSALS.has(code)) return false;
  if (isFromClient(error)) return !FAULTS.has(error.type) && error.type !== ErrorType.STREAM_NOT_FOUND;
  return code !== undefined || (error instanceof Error && OUR_OWN.has(error.name));
};

export const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
};
