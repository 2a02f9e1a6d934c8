import type { Mode } from '../partner/events';

/** The outcome of one notification, so that a rebuilt outbox sends nothing again that has an outcome. */
export type WebhookEvent =
  | { readonly type: 'WebhookDelivered'; readonly data: WebhookOutcome & { readonly status: number } }
  | { readonly type: 'WebhookExhausted'; readonly data: WebhookOutcome & { readonly lastError: string } }
  | { readonly type: 'WebhookCancelled'; readonly data: WebhookOutcome & { readonly reason: string } };

export interface WebhookOutcome {
  readonly deliveryId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly attempts: number;
  readonly at: string;
}
