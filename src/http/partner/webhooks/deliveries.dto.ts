export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'EXHAUSTED' | 'CANCELLED' | 'UNSENT';

/**
 * @example { "deliveryId": "evt_mfrggzdfmztwq2lknnwg23tpoa", "event": "INTENT_COMPLETED", "correlationId": "bafkreigh2akiscaildc", "status": "PENDING", "url": "https://partner.example/hooks", "attempts": 1, "nextAttemptAt": "2026-11-20T12:00:02.000Z", "lastStatus": 500, "lastError": "the receiver answered 500", "replays": 0, "createdAt": "2026-11-20T12:00:00.000Z", "finishedAt": null }
 */
export interface DeliveryAnswer {
  /** The `id` in the body, and the `webhook-id` header. */
  deliveryId: string;
  event: string;
  /** Id of the subject, such as the intent's id. */
  correlationId: string;
  /** UNSENT: kept, but no destination wanted it. */
  status: DeliveryStatus;
  /** Destination of the delivery; null when unsent. */
  url: string | null;
  /**
   * Attempts of the latest sending.
   * @isInt
   */
  attempts: number;
  /** Null when nothing more is tried. */
  nextAttemptAt: string | null;
  /** HTTP status of the last answer; null when there was none. */
  lastStatus: number | null;
  lastError: string | null;
  /**
   * Number of requested replays.
   * @isInt
   */
  replays: number;
  createdAt: string;
  finishedAt: string | null;
}

export interface DeliveryAttemptAnswer {
  /** @isInt */
  attempt: number;
  at: string;
  /** @isInt */
  durationMs: number;
  status: number | null;
  error: string | null;
}

/**
 * @example { "deliveryId": "evt_mfrggzdfmztwq2lknnwg23tpoa", "event": "INTENT_COMPLETED", "correlationId": "bafkreigh2akiscaildc", "status": "DELIVERED", "url": "https://partner.example/hooks", "attempts": 1, "nextAttemptAt": null, "lastStatus": 204, "lastError": null, "replays": 0, "createdAt": "2026-11-20T12:00:00.000Z", "finishedAt": "2026-11-20T12:00:01.000Z", "body": "{\"id\":\"evt_mfrggzdfmztwq2lknnwg23tpoa\"}", "history": [{ "attempt": 1, "at": "2026-11-20T12:00:00.500Z", "durationMs": 120, "status": 204, "error": null }] }
 */
export interface DeliveryDetails extends DeliveryAnswer {
  /** The bytes that are signed and sent, as text; the same each time, but that `externalUserId` becomes null. */
  body: string;
  /** The last ten attempts, of all sendings. */
  history: DeliveryAttemptAnswer[];
}

/**
 * Content of a webhook's body, with its place in the feed.
 * @example { "position": "evt_mfrggzdfmztwq2lknnwg23tpoa", "id": "evt_mfrggzdfmztwq2lknnwg23tpoa", "event": "INTENT_EXPIRED", "intentId": "bafkreigh2akiscaildc", "status": "EXPIRED", "timestamp": "2026-11-20T12:05:00.000Z", "sequence": 1, "data": { "expiredAt": "2026-11-20T12:05:00.000Z" } }
 */
export interface FeedEvent {
  /** The `after` of the next request: the id of this notification. */
  position: string;
  id: string;
  event: string;
  status: string;
  timestamp: string;
  /** @isInt */
  sequence: number;
  data: { [name: string]: unknown };
  intentId?: string;
  /** The partner's own reference, as given in the quote. */
  reference?: string;
  /** The partner's own id of the user; null once the user was erased. */
  externalUserId?: string | null;
  withdrawId?: string;
  sessionId?: string;
}
