import type { Mode } from '../partner/events';

/**
 * An outcome -> WebhookReplayRequested -> an outcome again; WebhookTestRequested -> an outcome. Rebuilds resend
 * nothing.
 */
export type WebhookEvent = WebhookOutcomeEvent | WebhookRequestEvent;

export type WebhookOutcomeEvent =
  | { readonly type: 'WebhookDelivered'; readonly data: WebhookOutcome & { readonly status: number } }
  | { readonly type: 'WebhookExhausted'; readonly data: WebhookOutcome & { readonly lastError: string } }
  | { readonly type: 'WebhookCancelled'; readonly data: WebhookOutcome & { readonly reason: string } };

export type WebhookRequestEvent =
  | { readonly type: 'WebhookTestRequested'; readonly data: WebhookRequest }
  /** Sends a finished notification again: same id, same bytes, a fresh count of attempts. */
  | { readonly type: 'WebhookReplayRequested'; readonly data: WebhookRequest };

export interface WebhookOutcome {
  readonly deliveryId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly attempts: number;
  readonly at: string;
}

export interface WebhookRequest {
  readonly deliveryId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly requestedAt: string;
}
