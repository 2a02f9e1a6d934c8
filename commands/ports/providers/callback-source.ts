import type { Cents } from '../../../aggregates/money';
import type { Payee, PayoutMethod } from './payout-provider';

/** A request as it arrived: no part of it is believed yet. */
export interface RawCallback {
  /** Names in lower case, as Node gives them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  /** Sent by a trusted proxy, the only sender that may report a client certificate. */
  readonly isFromProxy: boolean;
}

export type CallbackKind = 'payout' | 'transfer' | 'charge' | 'delivery' | 'kyc' | 'transaction';

/** The subject for the question to the provider; never its outcome. */
export interface CallbackHint {
  readonly kind: CallbackKind;
  /**
   * Our idempotency key; of a transaction `<network>:<txHash>`; of a transfer its end-to-end id;
   * of a delivery `<our key>:<the provider's id>:<transaction>`.
   */
  readonly key: string;
}

export interface CallbackContent {
  /** The provider's own id of this callback; null without one. */
  readonly eventId: string | null;
  /** Empty for a test of the registration and for events outside this ledger. */
  readonly hints: readonly CallbackHint[];
}

/** `bank` for payouts and charges, `kyc` for sessions. */
export type ProviderSurface = 'bank' | 'kyc';

export type CallbackSurface = ProviderSurface | 'chain';

/** An order that a provider asks about before it pays. None of its fields is trusted. */
export interface OrderToAuthorize {
  readonly key: string;
  readonly providerId: string;
  readonly kind: PayoutMethod['kind'];
  readonly amount: Cents;
  /** Absent: the provider does not report the payee. */
  readonly payee?: Payee;
}

export interface CallbackSource {
  readonly surface: CallbackSurface;
  readonly provider: string;
  /** The provider's own scheme, over the raw bytes. Never throws. */
  readonly isAuthentic: (callback: RawCallback) => boolean;
  /** Null when the authentic body cannot be read. Never throws. */
  readonly read: (body: Uint8Array) => CallbackContent | null;
  /** The order that a provider asks about before it pays; null when the authentic body cannot be read. Never throws. */
  readonly readOrder?: (body: Uint8Array) => OrderToAuthorize | null;
}
