export { type ClientResult, dataOf, isLastroError, type LastroError } from './answer';
export { type ClientCredential, type ClientOptions, createLastroClient, type LastroClient } from './client';
export type { components, operations, paths } from './generated/paths';
export { type HmacCredential, hmacHeader, type SignedRequest } from './sign-request';
export { readAppSignedWebhook, readWebhook, type SignedWebhook, type WebhookHeaders } from './webhook';
export type { WebhookEvent, WebhookEventName } from './webhook-events';
