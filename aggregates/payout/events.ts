import type { NetworkName } from '../chain';
import type { Digits } from '../money';
import type { Sealed } from '../sealed';

/**
 * PayoutRequested -> PayoutDispatched -> PayoutSettled -> PayoutReturned;
 * PayoutDispatched -> PayoutOutcomeUnknown -> (PayoutDispatched again under the same key, settled or rejected);
 * PayoutDispatched -> PayoutRejected -> (PayoutRequested, the next attempt, or the end);
 * PayoutContradicted at any time after a dispatch;
 * PayoutRequested -> PayoutDeferred, as often as the reason changes -> PayoutDispatched;
 * PayoutHeld -> PayoutReleased before its end: nothing is requested or sent in between;
 * PayoutOutcomeUnknown -> PayoutDecisionProposed -> PayoutDecided: two operators take it for not paid;
 * PayoutContradicted -> PayoutDecisionProposed -> PayoutDecided or PayoutSettled: two operators end what no provider does;
 * PayoutReturned -> ReturnResolved -> (PayoutRequested, where it is paid again);
 * the owner's RefundDue -> RefundRecorded, once the payout has ended.
 *
 * They stand in the stream of the payout's owner, whose correlation key (such as `intentId`) is in each event's data.
 */
export type PayoutEvent<Key> =
  | { readonly type: 'PayoutRequested'; readonly data: Key & PayoutRequested }
  | { readonly type: 'PayoutDispatched'; readonly data: Key & PayoutDispatched }
  | { readonly type: 'PayoutOutcomeUnknown'; readonly data: Key & PayoutOutcomeUnknown }
  | { readonly type: 'PayoutRejected'; readonly data: Key & PayoutRejected }
  | { readonly type: 'PayoutSettled'; readonly data: Key & PayoutSettled }
  | { readonly type: 'PayoutReturned'; readonly data: Key & PayoutReturned }
  | { readonly type: 'PayoutContradicted'; readonly data: Key & PayoutContradicted }
  | { readonly type: 'PayoutDeferred'; readonly data: Key & PayoutDeferred }
  | { readonly type: 'PayoutHeld'; readonly data: Key & PayoutHeld }
  | { readonly type: 'PayoutReleased'; readonly data: Key & PayoutReleased }
  | { readonly type: 'PayoutDecisionProposed'; readonly data: Key & PayoutDecisionProposed }
  | { readonly type: 'PayoutDecided'; readonly data: Key & PayoutDecided }
  | { readonly type: 'ReturnResolved'; readonly data: Key & ReturnResolved }
  | { readonly type: 'RefundRecorded'; readonly data: Key & RefundRecorded };

export interface PayoutRequested {
  /** From 1; each attempt has its own provider key. */
  readonly attempt: number;
  /** UUIDv5(owner's id, attempt): the provider pays at most once per key. */
  readonly providerKey: string;
  readonly amountCents: Digits;
  /** Absent in older events and when no provider was configured: dispatch decides. */
  readonly provider?: string;
  readonly requestedAt: string;
}

/** ABOVE_LIMIT and NIGHT by the limits of the provider; HALTED by operators, who halt a method, a provider and others. */
export const DEFERRALS = ['HALTED', 'ABOVE_LIMIT', 'NIGHT', 'BREAKER_OPEN', 'UNDER_FLOOR'] as const;

export type DeferralReason = (typeof DEFERRALS)[number];

/** It waits before its sending: no attempt is used, and no provider is asked. */
export interface PayoutDeferred {
  readonly attempt: number;
  readonly providerKey: string;
  readonly provider: string;
  readonly reason: DeferralReason;
  readonly deferredAt: string;
}

export interface PayoutDispatched {
  readonly attempt: number;
  readonly providerKey: string;
  /** Only this provider is asked about the key, or sent it again. */
  readonly provider: string;
  readonly workerId: string;
  readonly dispatchedAt: string;
  /** The worker must not write to the socket after this. */
  readonly notAfter: string;
  /**
   * JSON of the payout's instruction, sealed for the user's fiscal subject. Absent in older events, when the same key is
   * sent again, and when the user was erased before.
   */
  readonly parties?: Sealed;
}

export interface PayoutOutcomeUnknown {
  readonly attempt: number;
  readonly providerKey: string;
  readonly reason: string;
  readonly unknownAt: string;
}

export interface PayoutRejected {
  readonly attempt: number;
  readonly providerKey: string;
  readonly code: string;
  readonly message: string;
  /** Null when no attempt follows. */
  readonly nextAttemptAt: string | null;
  readonly rejectedAt: string;
}

export interface PayoutSettled {
  readonly attempt: number;
  readonly providerKey: string;
  /** Absent in events of version 1: the dispatch of the key names it. */
  readonly provider?: string;
  /** Of a settlement by operators that the provider does not know: its end-to-end id. */
  readonly providerId: string;
  readonly amountCents: Digits;
  /** What the provider keeps for it; absent in events of version 1, when nobody asked. */
  readonly feeCents?: Digits;
  /** Absent: the amount itself. */
  readonly cost?: PayoutCost;
  readonly endToEndId: string | null;
  readonly receiptUrl: string | null;
  /** Absent when the payout is no gift card, or its user was erased. */
  readonly giftCardPin?: Sealed;
  /** By whose word the payee has the whole amount; absent: by the provider's. */
  readonly decided?: {
    readonly proposedBy: string;
    readonly decidedBy: string;
    /** Another amount that its provider called settled just before, by key; said again it is nothing new. */
    readonly despite?: readonly string[];
  };
  readonly settledAt: string;
}

/** In the currency of our account at the provider: perhaps below what it paid for, as with a discount. */
export interface PayoutCost {
  /** Decimal. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** The payee's bank returned money after the settlement; the owner's end stands. */
export interface PayoutReturned {
  readonly providerKey: string;
  /** Absent in events of version 1: the dispatch of the key names it. */
  readonly provider?: string;
  /** What came back this time. */
  readonly amountCents: Digits;
  /** What the provider keeps for this, beyond what it kept before; absent in events of version 1. */
  readonly feeCents?: Digits;
  readonly returnedAt: string;
}

/** The provider contradicts itself or reports the impossible: an alarm that moves no money. */
export interface PayoutContradicted {
  readonly providerKey: string;
  readonly settledNow: boolean;
  readonly detail: string;
  readonly contradictedAt: string;
}

/** An operator's; who and why is in the metadata. */
export interface PayoutHeld {
  readonly heldAt: string;
  /**
   * The log lost what came after this time, and perhaps that it was paid: a release asks every provider first. Absent:
   * an operator's own hold.
   */
  readonly lostSince?: string;
}

export interface PayoutReleased {
  readonly releasedAt: string;
}

/** What operators say of a contradicted payout. PAID: the payee has the whole amount, as a statement shows it. */
export type PayoutEnd = { readonly how: 'NOT_PAID' } | { readonly how: 'PAID'; readonly endToEndId: string };

/** Counts only for the outcome that is unknown since `unknownSince`. */
export interface PayoutDecisionProposed {
  readonly attempt: number;
  readonly providerKey: string;
  /** Of a contradicted payout without an unknown outcome: when it was sent last. */
  readonly unknownSince: string;
  /** Of a contradicted payout alone. */
  readonly end?: PayoutEnd;
  readonly proposedBy: string;
  readonly proposedAt: string;
}

/** Not paid, by the word of two operators after the provider had none, or contradicted itself: the owner fails. */
export interface PayoutDecided {
  readonly attempt: number;
  readonly providerKey: string;
  readonly unknownSince: string;
  readonly proposedBy: string;
  readonly decidedBy: string;
  /** Until then the provider may still tell of a settlement: nothing is refunded before. */
  readonly refundableFrom: string;
  /** What providers said against it just before, by key; said again it is nothing new. Absent: nothing. */
  readonly despite?: readonly string[];
  readonly decidedAt: string;
}

/** An operator's word on what came back; the owner's end stands whatever it is. */
export interface ReturnResolved {
  /** Of the payout that came back, and who had paid it. */
  readonly providerKey: string;
  readonly provider: string;
  readonly amountCents: Digits;
  /** CRYPTO_DUE: owed to whoever sent the crypto. PARTNER_PAID: handed to the partner, who knows the payee. */
  readonly how: 'PAID_AGAIN' | 'CRYPTO_DUE' | 'PARTNER_PAID';
  /** Of CRYPTO_DUE alone. */
  readonly assetId: number | null;
  readonly amountBaseUnits: Digits | null;
  /** Of PARTNER_PAID alone: the transfer as the bank names it. */
  readonly transfer: string | null;
  readonly resolvedAt: string;
}

/** An operator's: a transfer that was made outside gives back what is due. Who and why is in the metadata. */
export interface RefundRecorded {
  /** The owner's RefundDue that it gives back, from 1, in the order of the stream. */
  readonly dues: readonly number[];
  /** Of them all; what was moved beyond it is a loss. */
  readonly dueBaseUnits: Digits;
  readonly network: NetworkName;
  readonly txid: string;
  readonly assetId: number;
  /** What was moved. */
  readonly amountBaseUnits: Digits;
  /** What the network took for it, of its own coin, by the operator's word. Absent: not said. */
  readonly gasBaseUnits?: Digits;
  /** Where it went: whom it came from cannot always receive it. */
  readonly to: string;
  readonly transferredAt: string;
  readonly recordedAt: string;
}
