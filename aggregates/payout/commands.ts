import type { Sealed } from '../sealed';

export type PayoutCommand = RequestPayout | DispatchPayout | RecordOutcome;

export interface RequestPayout {
  readonly type: 'RequestPayout';
  /** The provider's key of an attempt: derived from the owner's id, so that it can never be chosen twice. */
  readonly providerKeyOf: (attempt: number) => string;
  /** Who is to pay this attempt; null when nobody is configured. */
  readonly provider: string | null;
  readonly now: string;
}

export interface DispatchPayout {
  readonly type: 'DispatchPayout';
  readonly provider: string;
  readonly workerId: string;
  readonly now: string;
  readonly notAfter: string;
  /**
   * Null sends what was requested. Otherwise the same key again, because the provider provably does not know what has
   * been unknown since then (design: providers, rule 5).
   */
  readonly unknownSince: string | null;
}

/** What the provider says of a payout that it made. */
export interface Settlement {
  readonly providerId: string;
  readonly amountCents: string;
  readonly endToEndId: string | null;
  readonly receiptUrl: string | null;
  /** What a gift card is redeemed with, sealed under the user's key; only with gift cards. */
  readonly giftCardPin?: Sealed;
}

/** The provider's definitive no to one attempt. */
export interface Refusal {
  readonly kind: 'REJECTED';
  readonly code: string;
  readonly message: string;
  /** Another attempt may succeed. */
  readonly retryClass: boolean;
  /** For how long the provider wishes to be left alone, in milliseconds. */
  readonly retryAfterMs?: number;
}

export type Outcome =
  | ({ readonly kind: 'SETTLED' } & Settlement)
  | Refusal
  | { readonly kind: 'UNKNOWN'; readonly reason: string }
  /** Settled, and sent back by the payee's bank; `amountCents` is what has come back in all. */
  | { readonly kind: 'RETURNED'; readonly amountCents: string; readonly settlement: Settlement };

export interface RecordOutcome {
  readonly type: 'RecordOutcome';
  readonly providerKey: string;
  readonly outcome: Outcome;
  /** Dispatch time of the sending that this answers; null when the provider was asked what became of the key. */
  readonly dispatchedAt: string | null;
  /** Waits before the second, third, ... attempt, in milliseconds; their count bounds the attempts. */
  readonly attemptDelaysMs: readonly number[];
  readonly now: string;
}
