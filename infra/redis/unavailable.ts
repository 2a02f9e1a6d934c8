const CODE = 'REDIS_UNAVAILABLE';

/** For every Redis request without an answer; the message is for the log. */
export const redisUnavailable = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(`Redis: ${message}`, { cause }), { name: 'RedisUnavailable', code: CODE });

/** True when Redis was unreachable, overloaded or not trusted, so that the request may be repeated (503). */
export const isRedisUnavailable = (error: unknown): boolean =>
  error instanceof Error && (error as { readonly code?: unknown }).code === CODE;

/** Replies that reveal our own bugs; all others (LOADING, READONLY, OOM, NOAUTH ...) describe the server's state. */
const FAULT = /^(ERR|WRONGTYPE) /;

export const asUnavailable = (error: unknown): unknown => {
  if (isRedisUnavailable(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return FAULT.test(message) ? error : redisUnavailable(message, error);
};
