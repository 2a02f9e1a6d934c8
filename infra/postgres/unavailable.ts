/** Node: unreachable, connection lost, or out of file descriptors. */
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EMFILE',
  'ENFILE',
]);

/** PostgreSQL: connection exceptions, insufficient resources, timeout, shutdown, start-up, read-only standby. */
const SQLSTATE = /^(08...|53...|57014|57P0[1-5]|25006)$/;

/** The driver's errors without a code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|Client (was closed|has encountered a connection error) and is not queryable|Cannot use a pool after calling end)/;

export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, errors, message } = error as { code?: unknown; errors?: unknown; message?: unknown };
  if (typeof code === 'string') return SYSTEM_CODES.has(code) || SQLSTATE.test(code);
  // AggregateError: every address of a host refused.
  if (Array.isArray(errors)) return errors.some(isUnavailable);
  return typeof message === 'string' && MESSAGES.test(message);
}
