import type { ErrorType as ClientErrorType } from '@eventstore/db-client';

/** The client's names; written here so that code without a store does not load the client. */
export const ErrorType = {
  ACCESS_DENIED: 'access-denied',
  CANCELLED: 'cancelled',
  DEADLINE_EXCEEDED: 'deadline-exceeded',
  INVALID_ARGUMENT: 'invalid-argument',
  MAXIMUM_APPEND_SIZE_EXCEEDED: 'maximum-append-size-exceeded',
  MISSING_REQUIRED_METADATA_PROPERTY: 'missing-required-metadata-property',
  NOT_LEADER: 'not-leader',
  STREAM_DELETED: 'stream-deleted',
  STREAM_NOT_FOUND: 'stream-not-found',
  TIMEOUT: 'timeout',
  UNAVAILABLE: 'unavailable',
  WRONG_EXPECTED_VERSION: 'wrong-expected-version',
} as const satisfies { readonly [Name in keyof typeof ClientErrorType]?: `${(typeof ClientErrorType)[Name]}` };

export interface CommandFailure extends Error {
  readonly type: string;
}

/** Every error of the client has a type and its original gRPC error. */
export const isCommandError = (error: unknown): error is CommandFailure =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && '_raw' in error;
