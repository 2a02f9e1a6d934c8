export interface ClientResult<Data> {
  readonly data?: { readonly data: Data } | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** A refusal or a fault, as the service reports it. */
export interface LastroError extends Error {
  readonly status: number;
  /** A code of the OpenAPI document; null when the answer did not come from the service. */
  readonly code: string | null;
  readonly requestId: string | null;
  /** From Retry-After; null when absent. */
  readonly retryAfterSeconds: number | null;
}

/** The data in a successful answer. Throws a LastroError for any other. */
export const dataOf = <Data>({ data, error, response }: ClientResult<Data>): Data => {
  if (data === undefined) throw lastroError(response, error);
  return data.data;
};

export const isLastroError = (error: unknown): error is LastroError =>
  error instanceof Error && error.name === 'LastroError';

const lastroError = (response: Response, body: unknown): LastroError =>
  Object.assign(new Error(`${placeOf(response)} answered ${response.status}: ${messageOf(body)}`), {
    name: 'LastroError',
    status: response.status,
    code: codeOf(body),
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
  });

/** A response of the caller's own fetch may have no URL. */
const placeOf = ({ url }: Response): string => (url === '' ? 'lastro' : new URL(url).pathname);

/** The service sends seconds; a proxy may send a date instead. */
const secondsOf = (retryAfter: string | null): number | null =>
  retryAfter !== null && /^\d+$/.test(retryAfter) ? +retryAfter : null;

/** Validation failures have their code one level deeper. */
const codeOf = (body: unknown): string | null => {
  const code = fieldOf(body, 'code') ?? fieldOf(fieldOf(body, 'error'), 'code');
  return typeof code === 'string' ? code : null;
};

const messageOf = (body: unknown): string => {
  const error = fieldOf(body, 'error');
  return typeof error === 'string' ? error : JSON.stringify(fieldOf(error, 'messages') ?? body ?? null);
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
