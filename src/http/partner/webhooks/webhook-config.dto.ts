/** Names in a destination's filter. INTENT_EXPIRED, DEPOSIT_UNMATCHED, CASHIN_EXPIRED and CASHIN_REFUNDED are sent only when they are named. */
export type WebhookEventName =
  | 'INTENT_CONFIRMED'
  | 'INTENT_COMPLETED'
  | 'INTENT_FAILED'
  | 'INTENT_EXPIRED'
  | 'DEPOSIT_UNMATCHED'
  | 'CASHIN_COMPLETED'
  | 'CASHIN_FAILED'
  | 'CASHIN_EXPIRED'
  | 'CASHIN_REFUNDED'
  | 'WITHDRAW_COMPLETED'
  | 'WITHDRAW_FAILED'
  | 'KYC_PENDING'
  | 'KYC_IN_PROGRESS'
  | 'KYC_IN_REVIEW'
  | 'KYC_APPROVED'
  | 'KYC_REJECTED'
  | 'KYC_EXPIRED';

export interface WebhookConfigRequest {
  /**
   * Where notifications go: https, port 443, a public address.
   * @minLength 1
   * @maxLength 2048
   * @example "https://partner.example/webhooks/payments"
   */
  url: string;

  /**
   * Which events; absent or empty means all that are not opt-in.
   * @maxItems 50
   * @example ["INTENT_CONFIRMED", "INTENT_COMPLETED", "INTENT_FAILED"]
   */
  events?: WebhookEventName[];

  /**
   * Headers sent with every delivery; ours always win.
   * @example { "X-Partner-Key": "abc" }
   */
  headers?: { [name: string]: string };
}

/**
 * @example { "url": "https://partner.example/webhooks/payments", "events": ["INTENT_COMPLETED"], "headers": { "X-Partner-Key": "***" }, "createdAt": "2026-11-20T12:00:00.000Z", "updatedAt": "2026-11-20T12:00:00.000Z" }
 */
export interface WebhookConfig {
  url: string;
  events: string[];
  /** Names with masked values. */
  headers: { [name: string]: string };
  createdAt: string;
  updatedAt: string;
}

/**
 * @example { "webhookSecret": "whsec_<32 characters>", "rotatedAt": "2026-11-20T12:00:00.000Z", "previousValidUntil": "2026-11-21T12:00:00.000Z" }
 */
export interface RotatedWebhookSecretAnswer {
  /** Shown now and never again. */
  webhookSecret: string;
  rotatedAt: string;
  /** Until when the previous secret also signs; null when there was none. */
  previousValidUntil: string | null;
}

/** @example { "deliveryId": "evt_mfrggzdfmztwq2lknnwg23tpoa", "event": "WEBHOOK_TEST" } */
export interface RequestedTest {
  /** To be looked up under webhook-deliveries. */
  deliveryId: string;
  event: 'WEBHOOK_TEST';
}
