import { type Answer, answerOf, dataIn, type Listed, listed } from '../../parts/frame/answer';
import type {
  ApiKey,
  Delivery,
  DeliveryDetails,
  Member,
  PartnerPayment,
  PartnerUser,
  RequestItem,
  ShownPayment,
  WebhookConfig,
} from '../../wire-partners';
import { client } from './client';

export type Filters = Readonly<Record<string, string>>;

/** The service refuses a filter that it does not know. */
const asQuery = (filters: Filters): never => filters as never;

export const readPayments = (filters: Filters): Promise<Answer<Listed<PartnerPayment>>> =>
  answerOf(client.GET('/api/v1/partners/me/payments', { params: { query: asQuery(filters) } }), listed);

export const readPayment = (paymentId: string): Promise<Answer<ShownPayment>> =>
  answerOf(client.GET('/api/v1/partners/me/payments/{paymentId}', { params: { path: { paymentId } } }), dataIn);

export const readDeliveries = (filters: Filters): Promise<Answer<Listed<Delivery>>> =>
  answerOf(client.GET('/api/v1/partners/me/webhook-deliveries', { params: { query: asQuery(filters) } }), listed);

export const readDelivery = (deliveryId: string): Promise<Answer<DeliveryDetails>> =>
  answerOf(
    client.GET('/api/v1/partners/me/webhook-deliveries/{deliveryId}', { params: { path: { deliveryId } } }),
    dataIn,
  );

export const readKeys = (): Promise<Answer<Listed<ApiKey>>> =>
  answerOf(client.GET('/api/v1/partners/me/api-keys'), listed);

/** Null: no destination is registered. */
export const readWebhook = async (): Promise<Answer<WebhookConfig | null>> => {
  const answer = await answerOf(client.GET('/api/v1/partners/me/webhook-config'), dataIn);
  return !answer.isOk && answer.failure.status === 404 ? { isOk: true, data: null } : answer;
};

/** Newest first. */
export const readRequests = (filters: Filters): Promise<Answer<Listed<RequestItem>>> =>
  answerOf(client.GET('/api/v1/partners/me/requests', { params: { query: asQuery(filters) } }), listed);

export const readUsers = (filters: Filters): Promise<Answer<Listed<PartnerUser>>> =>
  answerOf(client.GET('/api/v1/users', { params: { query: asQuery(filters) } }), listed);

export const readMembers = (): Promise<Answer<readonly Member[]>> =>
  answerOf(client.GET('/api/v1/partners/me/members'), dataIn);

/** The bytes of a month, for a file. */
export const readMonth = (month: string): Promise<Answer<Blob>> =>
  answerOf(
    client.GET('/api/v1/partners/me/payments.csv', { params: { query: { month } }, parseAs: 'blob' }),
    (file) => file,
  );
