import { type Answer, answerOf, dataIn } from '../../parts/frame/answer';
import type {
  DeliveryDetails,
  IssuedHmacSecret,
  IssuedKey,
  Member,
  MemberRole,
  RotatedSecret,
  WebhookConfig,
  WebhookEventName,
} from '../../wire-partners';
import { client } from './client';

export const makeKey = (name: string): Promise<Answer<IssuedKey>> =>
  answerOf(client.POST('/api/v1/partners/me/api-keys', { body: name === '' ? {} : { name } }), dataIn);

export const revokeKey = (keyId: string): Promise<Answer<null>> =>
  answerOf(client.POST('/api/v1/partners/me/api-keys/{keyId}/revoke', { params: { path: { keyId } } }), () => null);

export const saveWebhook = (url: string, events: WebhookEventName[]): Promise<Answer<WebhookConfig>> =>
  answerOf(client.POST('/api/v1/partners/me/webhook-config', { body: { url, events } }), dataIn);

export const removeWebhook = (): Promise<Answer<null>> =>
  answerOf(client.DELETE('/api/v1/partners/me/webhook-config'), () => null);

export const rotateSecret = (): Promise<Answer<RotatedSecret>> =>
  answerOf(client.POST('/api/v1/partners/me/rotate-webhook-secret'), dataIn);

export const rotateHmacSecret = (): Promise<Answer<IssuedHmacSecret>> =>
  answerOf(client.POST('/api/v1/partners/me/rotate-hmac-secret'), dataIn);

export const sendTest = (): Promise<Answer<{ readonly deliveryId: string }>> =>
  answerOf(client.POST('/api/v1/partners/me/webhook-config/test'), dataIn);

export const replay = (deliveryId: string): Promise<Answer<DeliveryDetails>> =>
  answerOf(
    client.POST('/api/v1/partners/me/webhook-deliveries/{deliveryId}/replay', { params: { path: { deliveryId } } }),
    dataIn,
  );

export const invite = (email: string, role: MemberRole): Promise<Answer<Member>> =>
  answerOf(client.POST('/api/v1/partners/me/members', { body: { email, role } }), dataIn);

export const changeRole = (memberId: string, role: MemberRole): Promise<Answer<Member>> =>
  answerOf(
    client.PATCH('/api/v1/partners/me/members/{memberId}', { params: { path: { memberId } }, body: { role } }),
    dataIn,
  );

export const removeMember = (memberId: string): Promise<Answer<null>> =>
  answerOf(client.DELETE('/api/v1/partners/me/members/{memberId}', { params: { path: { memberId } } }), () => null);
