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
 * PayoutDecisionProposed -> PayoutProposalWithdrawn: nothing is proposed;
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
  | { readonly type: 'PayoutProposalWithdrawn'; readonly data: Key & ProposalWithdrawn }
  | { readonly type: 'PayoutDecided'; readonly data: Key & PayoutDecided }
  | { readonly type: 'ReturnResolved'; readonly data: Key & ReturnResolved }
  | { readonly type: 'RefundRecorded'; readonly data: Key & RefundRecorded };

export interface PayoutRequested {
  readonly attempt: number;
  /** UUIDv5(owner's id, attempt): the provider pays at most once per key. */
  readonly providerKey: string;
  readonly amountCents: Digits;
  /** Absent in older events and when no provider was configured: dispatch decides. */
  readonly provider?: string;
  readonly requestedAt: string;
}

/** ABOVE_LIMIT and NIGHT: limits of the provider. HALTED: operators halted a method, provider, network or payee. */
export const DEFERRALS = ['HALTED', 'ABOVE_LIMIT', 'NIGHT', 'BREAKER_OPEN', 'UNDER_FLOOR'] as const;

export type DeferralReason = (typeof DEFERRALS)[number];

/** The payout waits before it is sent: no attempt is used, and no provider is asked. */
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
  /** JSON of the instruction, sealed for the fiscal subject. Absent when resent, after an erasure, in older events. */
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
  readonly nextAttemptAt: string | null;
  readonly rejectedAt: string;
}

export interface PayoutSettled {
  readonly attempt: number;
  readonly providerKey: string;
  /** Absent in events of version 1: the dispatch of the key names it. */
  readonly provider?: string;
  /** The provider's id. For a settlement by operators that the provider does not know: the end-to-end id. */
  readonly providerId: string;
  readonly amountCents: Digits;
  /** Fee that the provider keeps; absent in events of version 1, which did not ask. */
  readonly feeCents?: Digits;
  /** Absent: the amount itself. */
  readonly cost?: PayoutCost;
  readonly endToEndId: string | null;
  readonly receiptUrl: string | null;
  /** Absent when the payout is no gift card, or its user was erased. */
  readonly giftCardPin?: Sealed;
  /** Operators who declared the whole amount paid; absent: the provider reported it. */
  readonly decided?: {
    readonly proposedBy: string;
    readonly decidedBy: string;
    /** Another amount that the provider reported just before, by key. A repeated report is ignored. */
    readonly despite?: readonly string[];
  };
  readonly settledAt: string;
}

/** In the currency of our account at the provider; may be below the paid amount, as with a discount. */
export interface PayoutCost {
  /** Decimal. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** The payee's bank returned money after the settlement; the owner's end stands. */
export interface PayoutReturned {
  readonly providerKey: string;
  readonly provider?: string;
  /** Amount of this return. */
  readonly amountCents: Digits;
  /** Additional fee of the provider for this return; absent in events of version 1. */
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

export interface PayoutHeld {
  readonly heldAt: string;
  /** The log lost the events after this time; a release asks every provider first. Absent: a hold by an operator. */
  readonly lostSince?: string;
}

export interface PayoutReleased {
  readonly releasedAt: string;
}

/** The operators' end of a contradicted payout. PAID: a statement shows the whole amount. */
export type PayoutEnd = { readonly how: 'NOT_PAID' } | { readonly how: 'PAID'; readonly endToEndId: string };

/** Counts only for the outcome that is unknown since `unknownSince`. */
export interface PayoutDecisionProposed {
  readonly attempt: number;
  readonly providerKey: string;
  readonly unknownSince: string;
  readonly end?: PayoutEnd;
  readonly proposedBy: string;
  readonly proposedAt: string;
}

/** An operator withdraws the first of two decisions. */
export interface ProposalWithdrawn {
  readonly proposedBy: string;
  readonly withdrawnBy: string;
  readonly withdrawnAt: string;
}

/** Two operators declare the payout not paid: the owner fails. */
export interface PayoutDecided {
  readonly attempt: number;
  readonly providerKey: string;
  readonly unknownSince: string;
  readonly proposedBy: string;
  readonly decidedBy: string;
  /** The provider may still report a settlement until then: refunds wait. */
  readonly refundableFrom: string;
  /** Reports against the preceding decision, by key. A repeated report is ignored. Absent: no report. */
  readonly despite?: readonly string[];
  readonly decidedAt: string;
}

/** An operator resolves a return; the end of the owner stays the same. */
export interface ReturnResolved {
  readonly providerKey: string;
  readonly provider: string;
  readonly amountCents: Digits;
  /** CRYPTO_DUE: a refund to the sender of the crypto is due. PARTNER_PAID: the partner received the money. */
  readonly how: 'PAID_AGAIN' | 'CRYPTO_DUE' | 'PARTNER_PAID';
  readonly assetId: number | null;
  readonly amountBaseUnits: Digits | null;
  /** The transfer as the bank names it; null unless PARTNER_PAID. */
  readonly transfer: string | null;
  readonly resolvedAt: string;
}

/** An operator records a transfer that was made outside and refunds the dues. */
export interface RefundRecorded {
  /** Numbers of the owner's RefundDue events that it refunds, from 1, in the order of the stream. */
  readonly dues: readonly number[];
  /** Sum of the dues; a transfer beyond it is a loss. */
  readonly dueBaseUnits: Digits;
  readonly network: NetworkName;
  readonly txid: string;
  readonly assetId: number;
  readonly amountBaseUnits: Digits;
  /** Network fee in the native coin, by the operator's word. Absent: unknown. */
  readonly gasBaseUnits?: Digits;
  /** The receiver, because the sender of the crypto cannot always receive. */
  readonly to: string;
  readonly transferredAt: string;
  readonly recordedAt: string;
}
