import type { Mode } from '../../../aggregates/partner/events';

/** The possible next steps of the caller: this contract protects money. */
export type FailureKind =
  /** Refused without effect: final for this key. */
  | 'REJECTED'
  /** Provably not executed: the same key may be resent. */
  | 'RETRYABLE'
  /** May have happened; only `get` can decide. */
  | 'UNKNOWN'
  | 'RATE_LIMITED'
  | 'NOT_FOUND'
  | 'UNAVAILABLE'
  | 'NOT_CONFIGURED';

export type FailureCode =
  | 'INSUFFICIENT_FUNDS'
  | 'LIMIT_EXCEEDED'
  | 'KEY_NOT_FOUND'
  | 'KEY_INVALID'
  | 'KEY_FRAUD_FLAGGED'
  | 'ACCOUNT_CLOSED'
  | 'ACCOUNT_BLOCKED'
  | 'PAYEE_MISMATCH'
  | 'CODE_INVALID'
  | 'CODE_EXPIRED'
  | 'CODE_ALREADY_PAID'
  | 'AMOUNT_MISMATCH'
  | 'AMOUNT_OUT_OF_RANGE'
  | 'OUT_OF_HOURS'
  | 'SANCTIONED'
  | 'FRAUD_SUSPECTED'
  | 'DUPLICATE_KEY'
  | 'UNSUPPORTED'
  | 'AUTH'
  /** The provider has the order, but has not executed it; the same key continues. */
  | 'UNAPPROVED'
  /** The provider refunds no part of the payment while its dispute is open. */
  | 'DISPUTED'
  | 'TIMEOUT'
  | 'PROTOCOL'
  | 'RATE_LIMITED'
  | 'OTHER';

export interface Failure {
  readonly ok: false;
  readonly kind: FailureKind;
  readonly code: FailureCode;
  readonly provider: string;
  readonly providerCode?: string;
  readonly message: string;
  /** The provider reports that another attempt may succeed (such as SPI AB03). */
  readonly retryClass?: boolean;
  readonly retryAfterMs?: number;
}

export type Result<Value> = { readonly ok: true; readonly value: Value } | Failure;

export interface CallContext {
  readonly requestId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  /** The user of a quote: a single user must not use up the provider's limit for all. */
  readonly userId?: string;
  /** Milliseconds since 1970; the adapter gives up before. */
  readonly deadlineMs: number;
}
