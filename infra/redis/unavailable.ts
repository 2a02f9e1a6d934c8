const CODE = 'REDIS_UNAVAILABLE';

/** What everything that asks Redis throws when there is no answer to be had; the message is for the log. */
export const redisUnavailable = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(`Redis: ${message}`, { cause }), { name: 'RedisUnavailable', code: CODE });

/** Whether Redis was away, mute, overloaded or not to be trusted: the request may be tried again later (503). */
export const isRedisUnavailable = (error: unknown): boolean =>
  error instanceof Error && (error as { readonly code?: unknown }).code === CODE;

/** Replies that tell of a fault of ours; all others (LOADING, READONLY, OOM, NOAUTH ...) tell of the server's state. */
const FAULT = /^(ERR|WRONGTYPE) /;

export const asUnavailable = (error: unknown): unknown => {
  if (isRedisUnavailable(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return FAULT.test(message) ? error : redisUnavailable(message, error);
};
