import { randomUUID } from 'node:crypto';
import { isLogAway } from '../../log/log-error';

export const STATUS = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

/** A gRPC status with the trailers that clients read. */
export interface Refusal extends Error {
  readonly status: number;
  readonly trailers: Readonly<Record<string, string>>;
}

export const refusal = (status: number, message: string, trailers: Readonly<Record<string, string>> = {}): Refusal =>
  Object.assign(new Error(message), { status, trailers });

export const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'trailers' in error;

const ONE_LINE_FRAMES = 5;

const told = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message).split(/\n\s*/, ONE_LINE_FRAMES).join(' | ') : String(error);

/** Other errors are faults of this program: a retry meets them again, and the log has them by the id. */
export const asRefusal = (error: unknown, warn: (message: string) => void): Refusal => {
  if (isRefusal(error)) return error;
  if (isLogAway(error)) return refusal(STATUS.UNAVAILABLE, error.message);
  const id = randomUUID();
  warn(`internal error ${id}: ${told(error)}`);
  return refusal(STATUS.INTERNAL, `internal error ${id}`);
};

export const accessDenied = (message: string): Refusal =>
  refusal(STATUS.PERMISSION_DENIED, message, { exception: 'access-denied' });

export const appendTooLarge = (limitBytes: number): Refusal =>
  refusal(STATUS.INVALID_ARGUMENT, `An append is at most ${limitBytes} bytes`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limitBytes),
  });

export const missingMetadata = (): Refusal =>
  refusal(STATUS.INVALID_ARGUMENT, 'An event needs the metadata type and content-type', {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

export const invalid = (message: string): Refusal => refusal(STATUS.INVALID_ARGUMENT, message);
