import type { NetworkName } from '../chain';
import type { DeliveryEvent, ShownDelivery } from '../delivery/events';
import type { Digits } from '../money';
import type { DeliveryMode } from '../partner/events';
import type { ProposalWithdrawn } from '../payout/events';
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
  | { readonly type: 'CashinProposalWithdrawn'; readonly data: OfCashin & ProposalWithdrawn }
  | { readonly type: 'CashinDecided'; readonly data: CashinDecided }
  | { readonly type: 'CashinHeld'; readonly data: CashinHeld }
  | { readonly type: 'CashinReleased'; readonly data: CashinReleased }
  | DeliveryEvent
  | RefundEvent;

interface OfCashin {
  readonly intentId: string;
}

interface OfPix extends OfCashin {
  readonly endToEndId: string;
}

export interface CashinIntentCreated extends CashinTerms, OfCashin {
  readonly quoteId: string;
  /** Only this provider is asked about the charge; its key there is the intent's id. */
  readonly chargeProvider: string;
  /** JSON of the expected payer: `{name?, taxId, email?, phone?}`, sealed under the user. */
  readonly payer: Sealed;
  readonly payerTaxIdMasked: string;
  readonly externalId?: Sealed;
  readonly createdAt: string;
}

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
  /** Fee that the provider keeps, in centavos. */
  readonly feeCents: Digits;
  readonly payerTaxIdMasked: string | null;
  /** The time by the bank; it decides if the PIX is in time. */
  readonly paidAt: string;
  readonly receivedAt: string;
}

/** The bank lists the PIX for the charge, but the charge never reported it. An operator settled it with the payer. */
export interface PixSettled extends OfPix {
  readonly amountCents?: Digits;
  readonly provider?: string;
  readonly transfer: string;
  readonly settledAt: string;
}

/** The PIX pays the intent: exact amount, in time, by its payer. */
export interface PixAccepted extends OfPix {
  readonly partnerId: string;
  readonly deliveryMode: DeliveryMode;
  readonly amountCents: Digits;
  readonly exchangedCents: Digits;
  readonly fees: FeeParts;
  /** The partner's part, with or without a split of the charge; 0 if the partner gets no part. */
  readonly splitCents: Digits;
  readonly assetId: number;
  readonly network: NetworkName;
  readonly amountBaseUnits: Digits;
  /** JSON of `{name?, taxId}`, sealed for the fiscal subject. Absent in older events and for an erased user. */
  readonly parties?: Sealed;
  readonly acceptedAt: string;
}

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
  readonly splitCents: Digits;
  /** The partner's part that was not split off. Absent when it is zero, and in older events. */
  readonly splitOwedCents?: Digits;
  readonly completedAt: string;
}

/** The deadline passed, the charge was cancelled, and the provider, asked after that, reported no payment. */
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
  /** Null when no PIX was accepted: the cash-in exchanged no money and took no fee. */
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

/** The bank blocks the amount. Deliveries and refunds stop until the bank decides. */
export interface DisputeOpened extends OfDispute {
  readonly reason: string | null;
  readonly openedAt: string;
}

export interface DisputeWon extends OfDispute {
  readonly wonAt: string;
}

export interface DisputeLost extends OfDispute {
  /** True when the crypto was sent, or may have been: the loss is ours. */
  readonly wasDelivered: boolean;
  readonly lostAt: string;
}

/** A provider contradicts itself or reports the impossible: an alarm that moves no money. */
export interface CashinContradicted extends OfCashin {
  /** Subject of the contradiction: an end-to-end id, a delivery's id, a refund's key or a dispute's id. */
  readonly about: string;
  readonly detail: string;
  readonly contradictedAt: string;
}

export type CashinEnd =
  | { readonly how: 'DELIVERED'; readonly txId: string; readonly deliveredBaseUnits: Digits }
  | { readonly how: 'REFUNDED'; readonly endToEndId: string; readonly transfer: string };

/** The proposal of one operator about an end that no provider reports any more. A second operator must agree. */
export interface CashinDecisionProposed extends OfCashin {
  readonly end: CashinEnd;
  readonly proposedBy: string;
  readonly proposedAt: string;
}

export interface CashinDecided extends OfCashin {
  readonly end: CashinEnd;
  readonly proposedBy: string;
  readonly decidedBy: string;
  readonly decidedAt: string;
}

/** This cash-in sends no delivery and no refund until its release. */
export interface CashinHeld extends OfCashin {
  readonly heldAt: string;
  /** The log lost the events after this time, perhaps sendings too. Absent if an operator holds the cash-in. */
  readonly lostSince?: string;
}

/** Every provider was asked by every key that may have been used. The metadata has the operator and the reason. */
export interface CashinReleased extends OfCashin {
  readonly releasedAt: string;
}
