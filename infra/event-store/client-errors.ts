import { type CommandError, ErrorType, isCommandError } from '@eventstore/db-client';

/**
 * What a failed append means. `conflict` and `fault`: nothing was written. `away`: nothing was sent, the store does
 * not answer. `unknown`: it may have been written.
 */
export type AppendFailure = 'conflict' | 'fault' | 'away' | 'unknown';

/** The server judged these before it wrote anything. */
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

/**
 * Only the client's first question, for the server's features, fails with a raw gRPC error: then nothing was sent.
 * Every other error may come from the batch stream that all appends of the process share.
 */
export const judgeAppendError = (error: unknown): AppendFailure => {
  if (isFromClient(error)) {
    if (error.type === ErrorType.WRONG_EXPECTED_VERSION) return 'conflict';
    return FAULTS.has(error.type) ? 'fault' : 'unknown';
  }
  const code = grpcCodeOf(error);
  if (code === undefined) return 'unknown';
  return code === UNAUTHENTICATED ? 'fault' : 'away';
};

export const isStreamNotFound = (error: unknown): boolean =>
  isFromClient(error) && error.type === ErrorType.STREAM_NOT_FOUND;

/** Whether asking again may help: the store is away, or cut the connection. */
export const isTransient = (error: unknown): boolean => {
  if (!isFromClient(error)) return grpcCodeOf(error) !== UNAUTHENTICATED;
  return !FAULTS.has(error.type) && error.type !== ErrorType.STREAM_NOT_FOUND;
};

export const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
};
