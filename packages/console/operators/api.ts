import createClient from 'openapi-fetch';
import type { paths } from '../generated/ops-api';
import type { Failure } from '../parts/page';
import type { OpsEvent, OpsExplanation, OpsLink, OpsPayment, OpsSession } from '../wire';

export type Answer<Data> =
  | { readonly isOk: true; readonly data: Data }
  | { readonly isOk: false; readonly failure: Failure };

export interface EventPage {
  /** Newest first. */
  readonly events: readonly OpsEvent[];
  readonly nextCursor: string | null;
}

export interface PaymentPage {
  readonly payment: OpsPayment;
  readonly explanation: OpsExplanation;
  readonly timeline: EventPage;
}

const EVENTS_A_PAGE = 200;

const client = createClient<paths>({ credentials: 'same-origin' });

interface Fetched<Body> {
  readonly data?: Body;
  readonly error?: unknown;
  readonly response: Response;
}

const textIn = (body: unknown, name: string): string | null => {
  if (typeof body !== 'object' || body === null) return null;
  const value = (body as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : null;
};

/** Both envelopes of an error, and an answer that is none of ours. */
const failureOf = (body: unknown, { status, headers }: Response): Failure => {
  const inner = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  return {
    status,
    code: textIn(body, 'code') ?? textIn(inner, 'code') ?? `HTTP_${status}`,
    message: textIn(body, 'error') ?? '',
    requestId: textIn(body, 'requestId') ?? headers.get('x-request-id'),
  };
};

const UNREACHABLE: Failure = { status: 0, code: 'UNREACHABLE', message: '', requestId: null };

const answerOf = async <Body, Data>(
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

const dataIn = <Data>({ data }: { readonly data: Data }): Data => data;

export const readSession = (): Promise<Answer<OpsSession>> => answerOf(client.GET('/ops/v1/session'), dataIn);

export const lookAtLink = (token: string): Promise<Answer<OpsLink>> =>
  answerOf(client.POST('/ops/v1/session/look', { body: { token } }), dataIn);

export const signIn = (token: string): Promise<Answer<OpsSession>> =>
  answerOf(client.POST('/ops/v1/session', { body: { token } }), dataIn);

export const signOut = (): Promise<Answer<null>> => answerOf(client.DELETE('/ops/v1/session'), () => null);

/** The newest events, or those before `cursor`. */
export const readEvents = (id: string, cursor?: string): Promise<Answer<EventPage>> => {
  const query = { limit: EVENTS_A_PAGE, order: 'newest' as const, ...(cursor === undefined ? {} : { cursor }) };
  const asked = client.GET('/ops/v1/payments/{id}/timeline', { params: { path: { id }, query } });
  return answerOf(asked, ({ data, meta }) => ({ events: data, nextCursor: meta.nextCursor }));
};

/** The first refusal of the three answers, or all of them. */
export const readPaymentPage = async (id: string): Promise<Answer<PaymentPage>> => {
  const params = { params: { path: { id } } };
  // The timeline is read last, so that it knows at least as much as the state.
  const [payment, explanation] = await Promise.all([
    answerOf(client.GET('/ops/v1/payments/{id}', params), dataIn),
    answerOf(client.GET('/ops/v1/payments/{id}/explanation', params), dataIn),
  ]);
  if (!payment.isOk) return payment;
  if (!explanation.isOk) return explanation;
  const timeline = await readEvents(id);
  if (!timeline.isOk) return timeline;
  return { isOk: true, data: { payment: payment.data, explanation: explanation.data, timeline: timeline.data } };
};
