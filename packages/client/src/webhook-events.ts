/** What `data` holds, by the name of the event. Times are ISO 8601 in UTC; values, units of their currency. */
export interface WebhookData {
  readonly INTENT_CONFIRMED: {
    readonly sender: string;
    /** Decimal text, in units of the coin. */
    readonly amount: string;
    readonly currency: string;
    readonly txHash: string;
    readonly chain: string;
    readonly confirmedAt: string;
  };
  readonly INTENT_COMPLETED: {
    readonly baasTransactionId: string;
    /** Of a PIX alone. */
    readonly endToEndId?: string;
    readonly invoiceValue: number;
    readonly invoiceCurrency: string;
    readonly completedAt: string;
    readonly receiptUrl: string | null;
  };
  readonly INTENT_FAILED: {
    readonly reason: string;
    readonly reasonCode: string;
    readonly attempts: number;
    readonly failedAt: string;
    readonly refundDue: boolean;
  };
  readonly INTENT_EXPIRED: { readonly expiredAt: string };
}

export type WebhookEventName = keyof WebhookData;

/** What a partner is told of an intent. New events may come: a receiver acknowledges what it does not know. */
export type WebhookEvent = {
  readonly [Name in WebhookEventName]: {
    /** The same in every retry and replay: deduplicate by it. */
    readonly id: string;
    readonly event: Name;
    readonly intentId: string;
    /** The partner's own, where the quote had one. */
    readonly reference?: string;
    /** The partner's own id of the user, where there was one at the quote; null once the user was erased. */
    readonly externalUserId?: string | null;
    readonly status: string;
    readonly timestamp: string;
    /** Grows from event to event of one intent. */
    readonly sequence: number;
    readonly data: WebhookData[Name];
  };
}[WebhookEventName];
