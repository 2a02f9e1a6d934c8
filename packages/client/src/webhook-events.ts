/** `data` by event name. Times are ISO 8601 in UTC; values are in units of their currency. */
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
    /** Only for PIX. */
    readonly endToEndId?: string;
    readonly invoiceValue: number;
    readonly invoiceCurrency: string;
    readonly completedAt: string;
    readonly receiptUrl: string;
  };
  readonly INTENT_FAILED: {
    readonly reason: string;
    readonly reasonCode: string;
    readonly attempts: number;
    readonly failedAt: string;
    readonly refundDue: boolean;
  };
  readonly INTENT_EXPIRED: { readonly expiredAt: string };
  /** A final deposit that names the intent and does not pay it. */
  readonly DEPOSIT_UNMATCHED: {
    readonly depositId: string;
    readonly intentId: string;
    readonly txHash: string;
    readonly chain: string;
    /** Symbol, else the contract; null for a coin that the catalog lacks. */
    readonly asset: string | null;
    /** Absent for an asset that the catalog lacks. */
    readonly amount?: string;
    readonly amountBaseUnits: string;
    readonly label: string;
  };
  /** With a deliveryId the crypto has arrived; without one the partner credits the wallet. */
  readonly CASHIN_COMPLETED: CashinDelivered | CashinToCredit;
  readonly CASHIN_FAILED: Partial<CashinDelivery> & {
    readonly correlationID: string;
    readonly reason: string;
    readonly reasonCode: string;
    readonly failedAt: string;
    readonly refundDue: boolean;
  };
  readonly CASHIN_EXPIRED: { readonly correlationID: string; readonly expiredAt: string };
  readonly CASHIN_REFUNDED: {
    readonly correlationID: string;
    /** End-to-end id of the PIX that went back. */
    readonly transactionID: string;
    readonly valueCents: number;
    readonly reasonCode: string;
    readonly returnId?: string;
    readonly refundedAt: string;
  };
  readonly WITHDRAW_COMPLETED: {
    readonly baasTransactionId: string;
    readonly endToEndId?: string;
    readonly amount: number;
    readonly fee: number;
    readonly netAmount: number;
    readonly currency: string;
    readonly completedAt: string;
    readonly receiptUrl: string;
  };
  readonly WITHDRAW_FAILED: {
    readonly reason: string;
    readonly reasonCode: string;
    readonly failedAt: string;
    readonly refundDue: boolean;
  };
  readonly KYC_PENDING: KycData;
  readonly KYC_IN_PROGRESS: KycData;
  readonly KYC_IN_REVIEW: KycData;
  readonly KYC_APPROVED: KycData;
  readonly KYC_REJECTED: KycData;
  readonly KYC_EXPIRED: KycData;
}

export interface CashinDelivery {
  readonly deliveryId: string;
  readonly asset: string;
  readonly chain: string;
  /** Decimal text, in units of the coin. */
  readonly tokenAmount: string;
  readonly destination: string;
}

export interface CashinDelivered extends CashinDelivery {
  readonly correlationID: string;
  readonly onChainTxId: string;
  readonly completedAt: string;
}

export interface CashinToCredit {
  readonly deliveryId?: undefined;
  readonly correlationID: string;
  readonly walletAddress: string;
  readonly valueCents: number;
  /** End-to-end id of the PIX. */
  readonly transactionID: string;
  readonly splitApplied: boolean;
  /** Part that was split off for the partner; if `splitApplied` is false, the part owed to the partner. */
  readonly splitValueCents: number;
  readonly completedAt: string;
}

export interface KycData {
  /** The partner's own id of the user; null once the user was erased. */
  readonly externalUserId: string | null;
  /** A natural person, or a company. */
  readonly type: 'PF' | 'PJ';
  readonly provider: string;
  readonly status: string;
  /** Null in the first notification of a session. */
  readonly previousStatus: string | null;
  readonly documentMasked: string;
  /** Why it was rejected, expired early, or is looked at by people. */
  readonly rejectionReason?: string;
  /** Once it has ended. */
  readonly completedAt?: string;
}

export type WebhookEventName = keyof WebhookData;

/** Which id a notification is correlated by. */
type Correlated<Name extends WebhookEventName> = Name extends `KYC_${string}`
  ? { readonly sessionId: string }
  : Name extends `WITHDRAW_${string}`
    ? { readonly withdrawId: string }
    : { readonly intentId: string };

/** A notification about an intent, a withdrawal or a KYC session. New events may come: acknowledge events that you do not know. */
export type WebhookEvent = {
  readonly [Name in WebhookEventName]: Correlated<Name> & {
    /** The same in every retry and replay: deduplicate by it. */
    readonly id: string;
    readonly event: Name;
    /** The partner's own reference, when the quote had one. */
    readonly reference?: string;
    /** The partner's own id of the user, when the quote had one; null once the user was erased. */
    readonly externalUserId?: string | null;
    readonly status: string;
    readonly timestamp: string;
    /** Grows from event to event of one intent or session. */
    readonly sequence: number;
    readonly data: WebhookData[Name];
  };
}[WebhookEventName];
