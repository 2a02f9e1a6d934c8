import type { NetworkName } from '../chain';
import type { DeliveryEvent, ShownDelivery } from '../delivery/events';
import type { Digits } from '../money';
import type { DeliveryMode } from '../partner/events';
import type { CashinTerms, FeeParts, PartnerReferences } from '../quote/events';
import type { RefundEvent } from '../refund/events';
import type { Sealed } from '../sealed';

/**
 * CashinIntentCreated (ACTIVE) -> ChargeCreated -> PixReceived -> PixAccepted -> its delivery ->
 * CashinCompleted; PixAccepted -> SplitApplied -> CashinCompleted where the partner delivers;
 * PixReceived -> ChargeRefundDue -> its refund; CashinIntentCreated -> CashinExpired or CashinFailed;
 * CashinContradicted or ChargeRefundRejected -> CashinDecided -> CashinCompleted, or CashinFailed and ChargeRefundDone;
 * DisputeOpened -> DisputeWon or DisputeLost at any time; CashinHeld -> CashinReleased after a loss of the log.
 */
export type CashinEvent =
  | { readonly type: 'CashinIntentCreated'; readonly data: CashinIntentCreated }
  | { readonly type: 'ChargeCreated'; readonly data: ChargeCreated }
  | { readonly type: 'PixReceived'; readonly data: PixReceived }
  | { readonly type: 'PixSettled'; readonly data: PixSettled }
  | { readonly type: 'PixAccepted'; readonly data: PixAccepted }
  | { readonly type: 'SplitApplied'; readonly data: SplitApplied }
  | { readonly type: 'CashinCompleted'; readonly data: CashinCompleted }
  | { readonly type: 'CashinExpired'; readonly data: CashinExpired }
  | { readonly type: 'CashinFailed'; readonly data: CashinFailed }
  | { readonly type: 'DisputeOpened'; readonly data: DisputeOpened }
  | { readonly type: 'DisputeWon'; readonly data: DisputeWon }
  | { readonly type: 'DisputeLost'; readonly data: DisputeLost }
  | { readonly type: 'CashinContradicted'; readonly data: CashinContradicted }
  | { readonly type: 'CashinDecisionProposed'; readonly data: CashinDecisionProposed }
  | { readonly type: 'CashinDecided'; readonly data: CashinDecided }
  | { readonly type: 'CashinHeld'; readonly data: CashinHeld }
  | { readonly type: 'CashinReleased'; readonly data: CashinReleased }
  | DeliveryEvent
  | RefundEvent;

interface OfCashin {
  readonly intentId: string;
}

/** One PIX: at a bank an end-to-end id stands for one payment, for ever. */
interface OfPix extends OfCashin {
  readonly endToEndId: string;
}

export interface CashinIntentCreated extends CashinTerms, OfCashin {
  readonly quoteId: string;
  /** Only this provider is asked about the charge; its key there is the intent's id. */
  readonly chargeProvider: string;
  /** JSON of who has to pay: `{name?, taxId, email?, phone?}`, sealed under the user. */
  readonly payer: Sealed;
  readonly payerTaxIdMasked: string;
  readonly externalId?: Sealed;
  readonly createdAt: string;
}

/** The code that the payer pays. */
export interface ChargeCreated extends OfCashin {
  readonly provider: string;
  readonly providerId: string;
  readonly txid: string;
  readonly brCode: string;
  readonly qrImageUrl: string | null;
  readonly createdAt: string;
}

export interface PixReceived extends OfPix {
  readonly partnerId: string;
  readonly provider: string;
  readonly amountCents: Digits;
  /** What the provider keeps for it. */
  readonly feeCents: Digits;
  readonly payerTaxIdMasked: string | null;
  /** The bank's word: it decides what is in time. */
  readonly paidAt: string;
  readonly receivedAt: string;
}

/** The bank lists it for the charge, which never told of it: an operator has settled it with whoever paid. */
export interface PixSettled extends OfPix {
  /** How much came, and went by what settled it. Absent in older events. */
  readonly amountCents?: Digits;
  /** Whose list it stands in. Absent in older events. */
  readonly provider?: string;
  /** What settled it, as the bank names it. */
  readonly transfer: string;
  readonly settledAt: string;
}

/** Pays the intent: exactly, in time, by its payer. */
export interface PixAccepted extends OfPix {
  readonly partnerId: string;
  readonly deliveryMode: DeliveryMode;
  readonly amountCents: Digits;
  readonly exchangedCents: Digits;
  readonly fees: FeeParts;
  /** What the partner gets, whether or not the charge was split; 0: nothing. */
  readonly splitCents: Digits;
  readonly assetId: number;
  readonly network: NetworkName;
  readonly amountBaseUnits: Digits;
  /**
   * JSON of `{name?, taxId}` of the intent's payer, sealed for the user's fiscal subject. Absent in older events, and when
   * the user was erased before.
   */
  readonly parties?: Sealed;
  readonly acceptedAt: string;
}

/** What the provider says it split off for the partner. */
export interface SplitApplied extends OfCashin {
  readonly partnerId: string;
  readonly provider: string;
  readonly deliveryMode: DeliveryMode;
  readonly amountCents: Digits;
  readonly appliedAt: string;
}

export interface CashinCompleted extends OfPix, PartnerReferences {
  readonly amountCents: Digits;
  readonly currency: 'BRL';
  readonly destination: string;
  /** Null where the partner's backend delivers. */
  readonly delivery: (ShownDelivery & { readonly txId: string }) | null;
  readonly splitApplied: boolean;
  /** What was split off. */
  readonly splitCents: Digits;
  /** The partner's part that was not split off. Absent: nothing, or in older events not said. */
  readonly splitOwedCents?: Digits;
  readonly completedAt: string;
}

/** After the deadline the charge was cancelled, and the provider, asked after that, said that nothing was paid. */
export interface CashinExpired extends OfCashin, PartnerReferences {
  readonly expiresAt: string;
  readonly cancelledAt: string;
  readonly askedAt: string;
  readonly expiredAt: string;
}

export interface CashinFailed extends OfCashin, PartnerReferences {
  readonly partnerId: string;
  readonly reasonCode: string;
  readonly reason: string;
  readonly deliveryMode: DeliveryMode;
  /** Null when no PIX had been accepted: then nothing was exchanged and no fee was taken. */
  readonly accepted: Pick<PixAccepted, 'endToEndId' | 'amountCents' | 'exchangedCents' | 'fees'> | null;
  readonly splitAppliedCents: Digits;
  readonly assetId: number;
  readonly amountBaseUnits: Digits;
  readonly delivery: ShownDelivery | null;
  readonly refundDue: boolean;
  readonly failedAt: string;
}

interface OfDispute extends OfPix {
  readonly disputeId: string;
  readonly provider: string;
  readonly amountCents: Digits;
}

/** The bank blocks the amount; nothing is delivered or refunded until it is decided. */
export interface DisputeOpened extends OfDispute {
  readonly reason: string | null;
  readonly openedAt: string;
}

export interface DisputeWon extends OfDispute {
  readonly wonAt: string;
}

export interface DisputeLost extends OfDispute {
  /** The crypto had left, or may have: the loss is ours. */
  readonly wasDelivered: boolean;
  readonly lostAt: string;
}

/** A provider contradicts itself or reports the impossible: an alarm that moves no money. */
export interface CashinContradicted extends OfCashin {
  /** What it is about: an end-to-end id, a delivery's id, a refund's key or a dispute's id. */
  readonly about: string;
  readonly detail: string;
  readonly contradictedAt: string;
}

/** What operators have made by their own means, or found to be made. */
export type CashinEnd =
  | { readonly how: 'DELIVERED'; readonly txId: string; readonly deliveredBaseUnits: Digits }
  /** All that is owed back of this PIX. */
  | { readonly how: 'REFUNDED'; readonly endToEndId: string; readonly transfer: string };

/** One operator's word on what no provider ends any more: a second one is needed. */
export interface CashinDecisionProposed extends OfCashin {
  readonly end: CashinEnd;
  readonly proposedBy: string;
  readonly proposedAt: string;
}

/** Two operators have said so; what follows from it is in the events after it. */
export interface CashinDecided extends OfCashin {
  readonly end: CashinEnd;
  readonly proposedBy: string;
  readonly decidedBy: string;
  readonly decidedAt: string;
}

/** Nothing of this cash-in is sent until its release. */
export interface CashinHeld extends OfCashin {
  readonly heldAt: string;
  /** The log lost what came after this time, and perhaps what was sent. Absent: an operator holds it. */
  readonly lostSince?: string;
}

/** Every provider was asked by every key that may have been used; who let it go on, and why, is in the metadata. */
export interface CashinReleased extends OfCashin {
  readonly releasedAt: string;
}
