import type { OpsEvent, OpsExplanation, OpsNews, OpsPayment, OpsPayments } from '../../wire';
import { type Answer, answerOf, client, dataIn } from './answer';

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

/** News about a payment after a position of the log. */
export const readNews = (about: string, after: string): Promise<Answer<OpsNews>> =>
  answerOf(client.GET('/ops/v1/live', { params: { query: { about, after } } }), dataIn);

type Query = NonNullable<Parameters<typeof client.GET<'/ops/v1/payments', never>>[1]>['params']['query'];

export type ListedPayments = Pick<OpsPayments, 'data' | 'meta'>;

/** A page of payments; filters go as they stand in the address, and the service refuses what it does not know. */
export const readPayments = (filters: Readonly<Record<string, string>>): Promise<Answer<ListedPayments>> =>
  answerOf(client.GET('/ops/v1/payments', { params: { query: filters as unknown as Query } }), (body) => body);
