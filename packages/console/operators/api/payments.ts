import { type Answer, answerOf, dataIn } from '../../parts/frame/answer';
import type { OpsEvent, OpsExplanation, OpsNews, OpsPayment, OpsPayments } from '../../wire';
import { client } from './client';

export interface EventPage {
  /** Newest first. */
  readonly events: readonly OpsEvent[];
  readonly nextCursor: string | null;
}

export interface PaymentPage {
  readonly payment: OpsPayment;
  readonly explanation: OpsExplanation;
  readonly timeline: EventPage;
  /** Events between which the page can go back, newest first. */
  readonly moments: readonly OpsEvent[];
}

const EVENTS_A_PAGE = 200;

interface EventsAsked {
  /** A position or a time; later events are left out. Null: none. */
  readonly at: string | null;
  readonly cursor?: string | null;
}

/** The newest events, or those before `cursor`. */
export const readEvents = (id: string, { at, cursor = null }: EventsAsked): Promise<Answer<EventPage>> => {
  const order = 'newest' as const;
  const query = { limit: EVENTS_A_PAGE, order, ...(cursor === null ? {} : { cursor }), ...(at === null ? {} : { at }) };
  const asked = client.GET('/ops/v1/payments/{id}/timeline', { params: { path: { id }, query } });
  return answerOf(asked, ({ data, meta }) => ({ events: data, nextCursor: meta.nextCursor }));
};

/** As of a position or a time, or of now (null). The first refusal of the answers, or all of them. */
export const readPaymentPage = async (id: string, at: string | null): Promise<Answer<PaymentPage>> => {
  const params = { params: { path: { id }, query: at === null ? {} : { at } } };
  // The timeline is read last, so that it knows at least as much as the state.
  const [payment, explanation] = await Promise.all([
    answerOf(client.GET('/ops/v1/payments/{id}', params), dataIn),
    answerOf(client.GET('/ops/v1/payments/{id}/explanation', params), dataIn),
  ]);
  if (!payment.isOk) return payment;
  if (!explanation.isOk) return explanation;
  const timeline = await readEvents(id, { at });
  if (!timeline.isOk) return timeline;
  const all = at === null ? timeline : await readEvents(id, { at: null });
  if (!all.isOk) return all;
  const moments = all.data.events;
  const parts = { payment: payment.data, explanation: explanation.data, timeline: timeline.data, moments };
  return { isOk: true, data: parts };
};

/** News about a payment after a position of the log. */
export const readNews = (about: string, after: string): Promise<Answer<OpsNews>> =>
  answerOf(client.GET('/ops/v1/live', { params: { query: { about, after } } }), dataIn);

type Query = NonNullable<Parameters<typeof client.GET<'/ops/v1/payments', never>>[1]>['params']['query'];

export type ListedPayments = Pick<OpsPayments, 'data' | 'meta'>;

/** A page of payments; filters are taken from the address, and the service refuses unknown ones. */
export const readPayments = (filters: Readonly<Record<string, string>>): Promise<Answer<ListedPayments>> =>
  answerOf(client.GET('/ops/v1/payments', { params: { query: filters as unknown as Query } }), (body) => body);
