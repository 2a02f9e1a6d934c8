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

/** The provider refused the charge for good: nobody can pay it. */
export interface RefuseCharge {
  readonly type: 'RefuseCharge';
  readonly code: string;
  readonly message: string;
  readonly now: string;
}

/** A PIX as the provider tells of it. */
export interface SeenPix {
  readonly endToEndId: string;
  readonly amountCents: string;
  readonly feeCents: string;
  readonly payerTaxIdMasked: string | null;
  /** True when the payer's tax id provably is another one. */
  readonly isOtherPayer: boolean;
  readonly paidAt: string;
  /** Sent back of it so far, whoever asked for it. */
  readonly refundedCents: string;
}

/**
 * Whether the partner may be told to credit the user: HELD for now, or what stands against it for good. Asked only where
 * the partner delivers.
 */
export type Crediting = 'FREE' | 'HELD' | { readonly code: string; readonly message: string };

/** The whole of what the provider says of the charge, whoever asked and why. */
export interface RecordCharge {
  readonly type: 'RecordCharge';
  readonly payments: readonly SeenPix[];
  /** Null while the provider says nothing of it. */
  readonly split: { readonly isApplied: boolean; readonly amountCents: string } | null;
  /** Of any of the payments: they are judged with it, before it leads to anything. */
  readonly disputes: readonly SeenDispute[];
  /** The charge was cancelled, and asked after that the provider says that it is closed and unpaid; null: not so. */
  readonly closed: { readonly cancelledAt: string; readonly askedAt: string } | null;
  readonly crediting?: Crediting;
  /** What a tax obligation keeps, if one of the payments is accepted. */
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
  /** The id of an attempt, derived from the intent's, so that no attempt ever gets a second one. */
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
      /** Absent: not told. */
      readonly blockNumber?: string;
    }
  /** Definite: under this id nothing was delivered, nor ever will be. */
  | {
      readonly kind: 'FAILED';
      readonly code: string;
      readonly message: string;
      readonly retryClass: boolean;
      /** What came to nothing; absent: not told. */
      readonly txId?: string;
      /** Judged before anything was sent: it says nothing of what another worker has sent meanwhile. */
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

/** Nothing was asked of a provider yet, and may no longer be, such as to a wallet that is the user's no more. */
export interface AbandonDelivery {
  readonly type: 'AbandonDelivery';
  readonly code: string;
  readonly message: string;
  readonly now: string;
}

/** A confirmed delivery, asked for again after its network took another history: it is gone, or another one. */
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
  /** Null: a first sending. Otherwise unknown since then, and sent again since the provider provably lacks the key. */
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
  /** Dispatch time of the sending that this answers; null when the provider was asked what became of the key. */
  readonly dispatchedAt: string | null;
  readonly attemptDelaysMs: readonly number[];
  readonly now: string;
}

/** The providers were asked just before, and say nothing else. */
export interface DecideCashin {
  readonly type: 'DecideCashin';
  readonly end: CashinEnd;
  /** Its provider says of the PIX that what is owed back has gone back, and not by us. */
  readonly isGone: boolean;
  /** What is owed back of the PIX cannot be sent: its provider is not there, does not tell of it, or sent a part back. */
  readonly isUnsendable: boolean;
  /** The key that stands for what operators have sent, which no attempt of ours ever gets. */
  readonly refundKey: string;
  readonly deliveryIdOf: (attempt: number) => string;
  /** The operator whose key asks. */
  readonly by: string;
  /** False for whoever may only be the second who decides. */
  readonly mayPropose: boolean;
  readonly now: string;
}

/** Its charge was asked just before, and does not tell of it. */
export interface SettlePix {
  readonly type: 'SettlePix';
  readonly endToEndId: string;
  /** Null: nobody says how much came. */
  readonly amountCents: string | null;
  readonly transfer: string;
  readonly now: string;
}

export interface HoldCashin {
  readonly type: 'HoldCashin';
  /** The log lost what was sent later than this. Absent: an operator holds it. */
  readonly lostSince?: string;
  readonly now: string;
}

/** Every provider was asked by every key that may have been used, and knows of nothing sent that the log does not. */
export interface ReleaseCashin {
  readonly type: 'ReleaseCashin';
  readonly crediting?: Crediting;
  readonly now: string;
}

/** Its provider knows it, and the log does not: the last attempt, the earlier ones have failed. */
export interface FoundDelivery {
  readonly attempt: number;
  readonly deliveryId: string;
  readonly txId: string | null;
  /** Empty where nobody knows the bytes any more: it is never broadcast again. */
  readonly prepared: string;
}

/** As a found delivery, of one PIX. */
export interface FoundRefund {
  readonly endToEndId: string;
  readonly attempt: number;
  readonly refundKey: string;
  readonly amountCents: string;
}

/** After a loss providers were found to know what the log does not: it is taken up as sent, and never sent. */
export interface RecoverCashin extends Pick<RecordCharge, 'payments' | 'split' | 'crediting' | 'parties'> {
  readonly type: 'RecoverCashin';
  readonly delivery: FoundDelivery | null;
  readonly refunds: readonly FoundRefund[];
  readonly workerId: string;
  readonly now: string;
}
