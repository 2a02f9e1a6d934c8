import type { Failure } from '../page';

export type Answer<Data> =
  | { readonly isOk: true; readonly data: Data }
  | { readonly isOk: false; readonly failure: Failure };

interface Fetched<Body> {
  readonly data?: Body;
  readonly error?: unknown;
  readonly response: Response;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (body: unknown): Fields => (typeof body === 'object' && body !== null ? (body as Fields) : {});

const textIn = (body: unknown, name: string): string | null => {
  const value = fieldsOf(body)[name];
  return typeof value === 'string' ? value : null;
};

/** Each fault of an invalid request is a message of its own. */
const messagesIn = (inner: unknown): string => {
  const { messages } = fieldsOf(inner);
  return Array.isArray(messages) ? messages.filter((each) => typeof each === 'string').join('; ') : '';
};

/** Both envelopes of an error, and an answer that is none of ours. */
const failureOf = (body: unknown, { status, headers }: Response): Failure => {
  const inner = fieldsOf(body)['error'];
  return {
    status,
    code: textIn(body, 'code') ?? textIn(inner, 'code') ?? `HTTP_${status}`,
    message: textIn(body, 'error') ?? messagesIn(inner),
    requestId: textIn(body, 'requestId') ?? headers.get('x-request-id'),
  };
};

const UNREACHABLE: Failure = { status: 0, code: 'UNREACHABLE', message: '', requestId: null };

export const answerOf = async <Body, Data>(
  asked: Promise<Fetched<Body>>,
  dataOf: (body: Body) => Data,
): Promise<Answer<Data>> => {
  try {
    const { data, error, response } = await asked;
    if (data === undefined) return { isOk: false, failure: failureOf(error, response) };
    return { isOk: true, data: dataOf(data) };
  } catch {
    return { isOk: false, failure: UNREACHABLE };
  }
};

export const isOver = (answer: Answer<unknown>): boolean => !answer.isOk && answer.failure.status === 401;

export const dataIn = <Data>({ data }: { readonly data: Data }): Data => data;

/** A page of a list, and the cursor of the one that follows; null on the last one. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

interface PageAnswer<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly nextCursor: string | null };
}

export const listed = <Row>({ data, meta }: PageAnswer<Row>): Listed<Row> => ({
  ...{ rows: data, nextCursor: meta.nextCursor },
});
