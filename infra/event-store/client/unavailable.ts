import { isLogAway } from '../../../packages/event-store/log/log-error';
import { isTooLarge, isTooLargeToRead, saysAway } from './client-errors';
import { ErrorType, isCommandError } from './command-error';

const TYPES: ReadonlySet<string> = new Set([
  ErrorType.UNAVAILABLE,
  ErrorType.TIMEOUT,
  ErrorType.CANCELLED,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.NOT_LEADER,
]);

/** gRPC codes: cancelled, deadline exceeded, resource exhausted, unavailable. */
const CODES: ReadonlySet<number> = new Set([1, 4, 8, 14]);

const MESSAGE = /^The event store (is unreachable|sent no data|did not answer)/;

/** The store was away, silent or overloaded, or cannot show an event: the request may be retried later (503). */
export const isEventStoreUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (isTooLarge(error)) return false;
  if (isLogAway(error) || MESSAGE.test(error.message) || saysAway(error) || isTooLargeToRead(error)) return true;
  if (isCommandError(error) && TYPES.has(error.type)) return true;
  return 'code' in error && typeof error.code === 'number' && CODES.has(error.code);
};

/** A certificate that TLS refuses is reported as UNAVAILABLE, but a retry does not help. */
export const isCertificateRefused = (error: unknown): boolean =>
  error instanceof Error && /certificate|altnames/i.test(error.message);
