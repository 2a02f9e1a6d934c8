import type { WithdrawProposal } from '../payout/commands';
import type { Sealed } from '../sealed';
import type { CashinEnd, CashinIntentCreated, ChargeCreated } from './events';

export type CashinCommand =
  | CreateCashin
  | RecordChargeCreated
  | RefuseCharge
  | RecordCharge
  | RecordDispute
  | RequestDelivery
  | SendDelivery
  | RecordDelivery
  | AbandonDelivery
  | DoubtDelivery
  | DispatchRefund
  | RecordRefund
  | DecideCashin
  | WithdrawProposal
  | SettlePix
  | HoldCashin
  | RecoverCashin
  | ReleaseCashin;

export interface CreateCashin {
  readonly type: 'CreateCashin';
  readonly intent: CashinIntentCreated;
}

export interface RecordChargeCreated {
  readonly type: 'RecordChargeCreated';
  readonly charge: Omit<ChargeCreated, 'intentId'>;
}

export interface RefuseCharge {
  readonly type: 'RefuseCharge';
  readonly code: string;
  readonly message: string;
  readonly now: string;
}

export interface SeenPix {
  readonly endToEndId: string;
  readonly amountCents: string;
  readonly feeCents: string;
  readonly payerTaxIdMasked: string | null;
  /** True when the payer's tax id certainly differs. */
  readonly isOtherPayer: boolean;
  readonly paidAt: string;
  /** Cents sent back so far, by us or by anyone else. */
  readonly refundedCents: string;
}

/** Permission to credit the user: FREE, HELD for now, or a final refusal. Asked only where the partner delivers. */
export type Crediting = 'FREE' | 'HELD' | { readonly code: string; readonly message: string };

/** The full report of the provider on the charge, from an answer, a callback or a poll. */
export interface RecordCharge {
  readonly type: 'RecordCharge';
  readonly payments: readonly SeenPix[];
  /** Null while the provider reports no split. */
  readonly split: { readonly isApplied: boolean; readonly amountCents: string } | null;
  readonly disputes: readonly SeenDispute[];
  /** The charge was cancelled, and the provider, asked afterwards, reports it closed and unpaid. Null otherwise. */
  readonly closed: { readonly cancelledAt: string; readonly askedAt: string } | null;
  readonly crediting?: Crediting;
  readonly parties?: Sealed;
  readonly now: string;
}

export interface SeenDispute {
  readonly disputeId: string;
  readonly endToEndId: string;
  readonly amountCents: string;
  readonly state: 'OPEN' | 'WON' | 'LOST';
  readonly reason: string | null;
}

export interface RecordDispute extends SeenDispute {
  readonly type: 'RecordDispute';
  readonly crediting?: Crediting;
  readonly now: string;
}

export interface RequestDelivery {
  readonly type: 'RequestDelivery';
  /** The id of an attempt, derived from the intent's id, so that each attempt has exactly one. */
  readonly deliveryIdOf: (attempt: number) => string;
  readonly now: string;
}

export interface SendDelivery {
  readonly type: 'SendDelivery';
  readonly deliveryId: string;
  readonly prepared: string;
  readonly txId: string | null;
  readonly workerId: string;
  readonly now: string;
}

export type DeliveryOutcome =
  | {
      readonly kind: 'CONFIRMED';
      readonly txId: string;
      readonly deliveredBaseUnits: string;
      readonly debitedCents: string | null;
      readonly networkFeeBaseUnits: string | null;
      readonly blockTime: string | null;
      readonly blockNumber?: string;
    }
  /** Definite: nothing was delivered under this id, and nothing will be. */
  | {
      readonly kind: 'FAILED';
      readonly code: string;
      readonly message: string;
      readonly retryClass: boolean;
      readonly txId?: string;
      /** The failure was judged before the sending. Another worker may have sent the delivery meanwhile. */
      readonly isBeforeSending?: boolean;
    };

export interface RecordDelivery {
  readonly type: 'RecordDelivery';
  readonly deliveryId: string;
  readonly outcome: DeliveryOutcome;
  /** Waits before the second, third, ... attempt, in milliseconds; their count bounds the attempts. */
  readonly attemptDelaysMs: readonly number[];
  readonly now: string;
}

/** Ends a delivery before any provider is asked, e.g. because the wallet no longer belongs to the user. */
export interface AbandonDelivery {
  readonly type: 'AbandonDelivery';
  readonly code: string;
  readonly message: string;
  readonly now: string;
}

/** A confirmed delivery is missing or changed after its network took another history. */
export interface DoubtDelivery {
  readonly type: 'DoubtDelivery';
  readonly deliveryId: string;
  readonly detail: string;
  readonly now: string;
}

export interface DispatchRefund {
  readonly type: 'DispatchRefund';
  readonly endToEndId: string;
  /** Derived from intent, PIX and attempt, so that no attempt ever gets a second key. */
  readonly refundKeyOf: (attempt: number) => string;
  readonly workerId: string;
  readonly now: string;
  readonly notAfter: string;
  /** Null at a first sending. Otherwise the start of the unknown outcome; the provider provably lacks the key. */
  readonly unknownSince: string | null;
}

export type RefundOutcome =
  | { readonly kind: 'DONE'; readonly amountCents: string; readonly returnId: string | null }
  | { readonly kind: 'REJECTED'; readonly code: string; readonly message: string; readonly retryClass: boolean }
  | { readonly kind: 'UNKNOWN'; readonly reason: string };

export interface RecordRefund {
  readonly type: 'RecordRefund';
  readonly refundKey: string;
  readonly outcome: RefundOutcome;
  /** Dispatch time of the answered sending; null when the provider was asked about the key. */
  readonly dispatchedAt: string | null;
  readonly attemptDelaysMs: readonly number[];
  readonly now: string;
}

/** The decision of operators. The providers were asked just before and report no other end. */
export interface DecideCashin {
  readonly type: 'DecideCashin';
  readonly end: CashinEnd;
  /** True when the provider reports the owed part of the PIX as sent back, and not by us. */
  readonly isGone: boolean;
  /** The owed part of the PIX cannot be sent: its provider is missing, does not report it, or sent a part back. */
  readonly isUnsendable: boolean;
  /** Key for the refund that operators made. No attempt of ours ever gets it. */
  readonly refundKey: string;
  readonly deliveryIdOf: (attempt: number) => string;
  readonly by: string;
  readonly mayPropose: boolean;
  readonly now: string;
}

/** Settles a PIX that its charge, asked just before, does not report. */
export interface SettlePix {
  readonly type: 'SettlePix';
  readonly endToEndId: string;
  readonly amountCents: string | null;
  readonly transfer: string;
  readonly now: string;
}

export interface HoldCashin {
  readonly type: 'HoldCashin';
  /** The log lost the sendings after this time. Absent if an operator holds the cash-in. */
  readonly lostSince?: string;
  readonly now: string;
}

/** Every provider was asked by every key that may have been used, and reports no sending that the log lacks. */
export interface ReleaseCashin {
  readonly type: 'ReleaseCashin';
  readonly crediting?: Crediting;
  readonly now: string;
}

/** A delivery that its provider knows and the log lost: the last attempt. Earlier attempts have failed. */
export interface FoundDelivery {
  readonly attempt: number;
  readonly deliveryId: string;
  readonly txId: string | null;
  /** Empty if the bytes are lost; then the delivery is never broadcast again. */
  readonly prepared: string;
}

export interface FoundRefund {
  readonly endToEndId: string;
  readonly attempt: number;
  readonly refundKey: string;
  readonly amountCents: string;
}

/** Records sendings that providers know and the log lost. They count as sent, and are never sent again. */
export interface RecoverCashin extends Pick<RecordCharge, 'payments' | 'split' | 'crediting' | 'parties'> {
  readonly type: 'RecoverCashin';
  readonly delivery: FoundDelivery | null;
  readonly refunds: readonly FoundRefund[];
  readonly workerId: string;
  readonly now: string;
}
