/** Of Node: the server cannot be reached, the connection broke, or there is no file descriptor left for one. */
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

/**
 * Of PostgreSQL: connection exceptions, too few resources, a cancelled statement (its time was up), shutdown and
 * start-up, and a standby that was asked to write.
 */
const SQLSTATE = /^(08...|53...|57014|57P0[1-5]|25006)$/;

/** Of the driver, which gives these no code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|Client (was closed|has encountered a connection error) and is not queryable|Cannot use a pool after calling end)/;

/** Whether the database was away, mute or overloaded: the request may be tried again later (503). */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, errors, message } = error as { code?: unknown; errors?: unknown; message?: unknown };
  if (typeof code === 'string') return SYSTEM_CODES.has(code) || SQLSTATE.test(code);
  // Node's answer when every address of a host name refused.
  if (Array.isArray(errors)) return errors.some(isUnavailable);
  return typeof message === 'string' && MESSAGES.test(message);
}
