import type { TimelineStep } from '../intents.dto';

export type CashinStatus = 'ACTIVE' | 'COMPLETED' | 'EXPIRED' | 'FAILED';

/** A PIX that came for the charge: it pays the intent, or it goes back. */
export interface CashinPayment {
  endToEndId: string;
  /** @isInt */
  valueCents: number;
  /** Time as the bank reports it. */
  paidAt: string;
  state: 'RECEIVED' | 'ACCEPTED' | 'REFUND_DUE' | 'REFUNDED';
  refund?: CashinRefund;
}

export interface CashinRefund {
  /** LATE, UNDERPAID, OVERPAID, WRONG_PAYER, DUPLICATE, INTENT_CLOSED, DELIVERY_FAILED or DISPUTE_LOST. */
  reason: string;
  /** @isInt */
  valueCents: number;
  dueAt: string;
  refundedAt?: string;
}

/** On its way or arrived; absent before, and where the partner delivers. */
export interface CashinDelivery {
  deliveryId: string;
  txHash?: string;
  amount: string;
  amountBaseUnits: string;
}

/** Terms of the payment and of its delivery. */
export interface CashinTermsAnswer {
  /**
   * Amount that the payer pays, in cents.
   * @isInt
   */
  valueCents: number;
  quoteId: string;
  /** @isInt */
  assetId: number;
  blockchain: string;
  /** A decimal of whole units. */
  cryptoEstimate: string;
  /** The least that is delivered; below it the PIX goes back. */
  minimumCrypto: string;
  /** PLATFORM: the crypto is delivered to the wallet. PARTNER: the partner credits it. */
  deliveryMode: 'PLATFORM' | 'PARTNER';
  destinationWallet: string;
  /** True when a part of the charge goes to the partner at once. Before the payment: as agreed; then: as done. */
  splitApplied: boolean;
  /**
   * The part that goes to the partner at once, in cents. After a payment without the split: the part owed.
   * @isInt
   */
  splitValueCents: number;
  /**
   * The partner's part of the payment that was not split off, in cents; absent when none is owed.
   * @isInt
   */
  splitOwedCents?: number;
  expiresAt: string;
  createdAt: string;
  /** The partner's own reference, as given in the quote. */
  reference?: string;
}

/** Progress since the intent was made. */
export interface CashinProgress {
  payments: CashinPayment[];
  delivery?: CashinDelivery;
  /** Every step so far, oldest first. */
  timeline: TimelineStep[];
  /** Why the intent failed; absent before that. */
  reasonCode?: string;
  /** Tax id of the required payer, masked. */
  payerTaxId: string;
  updatedAt: string;
  completedAt?: string;
}

/**
 * A cash-in as its lists show it: without the image of its code.
 * @example {"intentId": "1a075c2c-347c-521d-a783-08e232a64616", "id": "1a075c2c-347c-521d-a783-08e232a64616", "status": "ACTIVE", "valueCents": 15000, "quoteId": "0f8fad5b-d9cb-469f-a165-70867728950e", "assetId": 9002, "blockchain": "local", "cryptoEstimate": "27.368187", "minimumCrypto": "27.368187", "deliveryMode": "PLATFORM", "destinationWallet": "0x8ba1f109551bd432803012645ac136ddd64dba72", "splitApplied": false, "splitValueCents": 0, "brCode": "00020126460014br.gov.bcb.pix0124cobranca@sandbox.example5204000053039865406150.005802BR5917SANDBOX SEM VALOR6009SAO PAULO62290525sbxa96f1e87ee8ef1ac9765876304F528", "paymentLinkUrl": null, "expiresIn": 299, "payments": [], "timeline": [{"event": "CashinIntentCreated", "at": "2026-11-20T12:00:00.000Z"}], "payerTaxId": "***.***.***-35", "expiresAt": "2026-11-20T12:05:00.000Z", "createdAt": "2026-11-20T12:00:00.000Z", "updatedAt": "2026-11-20T12:00:01.000Z"}
 */
export interface CashinIntentAnswer extends CashinTermsAnswer, CashinProgress {
  intentId: string;
  id: string;
  status: CashinStatus;
  /** PIX copy and paste; null until the charge is there. */
  brCode: string | null;
  /** The provider's own page for the payer; null where it has none, as every provider so far. */
  paymentLinkUrl: string | null;
  /**
   * Seconds left to pay it; 0 once it has ended.
   * @isInt
   */
  expiresIn: number;
  /** A page for any holder of the link; only when it is paid or refunded, and until the user is erased. */
  receiptUrl?: string;
}
