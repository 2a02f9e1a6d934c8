import type { components } from './generated/partners-api';

type Schemas = components['schemas'];

export type ApiKey = Schemas['ApiKeyItem'];
export type Delivery = Schemas['DeliveryAnswer'];
export type DeliveryDetails = Schemas['DeliveryDetails'];
export type IssuedHmacSecret = Schemas['IssuedHmacSecretAnswer'];
export type IssuedKey = Schemas['IssuedApiKeyAnswer'];
export type Member = Schemas['MemberAnswer'];
export type MemberLink = Schemas['MemberLinkAnswer'];
export type MemberPermission = Schemas['MemberPermission'];
export type MemberRole = Schemas['MemberRole'];
export type MemberSession = Schemas['MemberSessionAnswer'];
export type OwnSession = Schemas['OwnSession'];
export type PartnerPayment = Schemas['PartnerPayment'];
export type PartnerUser = Schemas['UserAnswer'];
export type RequestItem = Schemas['RequestItem'];
export type RotatedSecret = Schemas['RotatedWebhookSecretAnswer'];
export type ShownPayment = Schemas['ShownPayment'];
export type TimelineStep = Schemas['TimelineStep'];
export type WebhookConfig = Schemas['WebhookConfig'];
export type WebhookEventName = Schemas['WebhookEventName'];
