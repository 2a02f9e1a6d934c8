import { types } from 'node:util';

const MOST_CAUSES = 3;

/** Messages of an error and its causes: "fetch failed" alone helps no reader. */
export const wordsOfError = (error: unknown, depth = 0): string => {
  if (!types.isNativeError(error)) return String(error);
  const { message, cause, code } = error as Error & { readonly code?: unknown };
  const own = message === '' && typeof code === 'string' ? code : message;
  if (cause === undefined || depth === MOST_CAUSES) return own;
  const reason = wordsOfError(cause, depth + 1);
  return own.includes(reason) ? own : `${own}: ${reason}`;
};
