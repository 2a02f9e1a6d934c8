import type { Digits } from '../money';
import type { Sealed } from '../sealed';

/**
 * PayoutRequested -> PayoutDispatched -> PayoutSettled -> PayoutReturned;
 * PayoutDispatched -> PayoutOutcomeUnknown -> (PayoutDispatched again under the same key, settled or rejected);
 * PayoutDispatched -> PayoutRejected -> (PayoutRequested, the next attempt, or the end);
 * PayoutContradicted at any time after a dispatch (design: domain, section 3).
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
  | { readonly type: 'PayoutContradicted'; readonly data: Key & PayoutContradicted };

export interface PayoutRequested {
  /** From 1; a new attempt has a new provider key. */
  readonly attempt: number;
  /** UUIDv5(owner's id, attempt): the key under which the provider pays at most once. */
  readonly providerKey: string;
  readonly amountCents: Digits;
  /** Who is to pay this attempt; absent in older events and when there was nobody: then it is decided at dispatch. */
  readonly provider?: string;
  readonly requestedAt: string;
}

export interface PayoutDispatched {
  readonly attempt: number;
  readonly providerKey: string;
  /** The only one that is asked about the key, or sent it again. */
  readonly provider: string;
  readonly workerId: string;
  readonly dispatchedAt: string;
  /** The worker must not write to the socket after this. */
  readonly notAfter: string;
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
  /** When the next attempt is due; null when there will be none. */
  readonly nextAttemptAt: string | null;
  readonly rejectedAt: string;
}

export interface PayoutSettled {
  readonly attempt: number;
  readonly providerKey: string;
  readonly providerId: string;
  readonly amountCents: Digits;
  readonly endToEndId: string | null;
  readonly receiptUrl: string | null;
  /** What a gift card is redeemed with; absent when the payout is none, or its user was erased. */
  readonly giftCardPin?: Sealed;
  readonly settledAt: string;
}

/** The payee's bank sent money back after the settlement: a fact and a ledger entry; the owner's end stands. */
export interface PayoutReturned {
  readonly providerKey: string;
  /** What came back now; what came back before has an event of its own. */
  readonly amountCents: Digits;
  readonly returnedAt: string;
}

/** The provider says the opposite of what it said before, or what cannot be: an alarm that moves no money. */
export interface PayoutContradicted {
  readonly providerKey: string;
  readonly settledNow: boolean;
  readonly detail: string;
  readonly contradictedAt: string;
}
