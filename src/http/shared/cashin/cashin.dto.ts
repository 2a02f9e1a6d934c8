import type { TimelineStep } from '../intents.dto';

export type CashinStatus = 'ACTIVE' | 'COMPLETED' | 'EXPIRED' | 'FAILED';

/** A PIX that came for the charge: it pays the intent, or it goes back. */
export interface CashinPayment {
  endToEndId: string;
  /** @isInt */
  valueCents: number;
  /** The bank's word. */
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

/** What is paid, and what is delivered for it. */
export interface CashinTermsAnswer {
  /**
   * What the payer pays, in cents.
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
  /** Whether a part of the charge goes to the partner at once; as agreed until it is paid, then as it was done. */
  splitApplied: boolean;
  /** @isInt */
  splitValueCents: number;
  expiresAt: string;
  createdAt: string;
  /** The partner's own reference, as given in the quote. */
  reference?: string;
}

/** What has happened since the intent was made. */
export interface CashinProgress {
  payments: CashinPayment[];
  delivery?: CashinDelivery;
  /** Every step so far, oldest first. */
  timeline: TimelineStep[];
  /** Why the intent failed; absent before that. */
  reasonCode?: string;
  /** Who has to pay, masked. */
  payerTaxId: string;
  updatedAt: string;
  completedAt?: string;
}

/** A cash-in as its lists show it: without the image of its code. */
export interface CashinIntentAnswer extends CashinTermsAnswer, CashinProgress {
  intentId: string;
  id: string;
  status: CashinStatus;
  /** PIX copy and paste; null until the charge is there. */
  brCode: string | null;
  /** A page with the code, for whoever has the link; null until the charge is there. */
  paymentLinkUrl: string | null;
  /**
   * Seconds left to pay it; 0 once it has ended.
   * @isInt
   */
  expiresIn: number;
  /** A page for whoever has the link; only when it is paid or refunded, and until the user is erased. */
  receiptUrl?: string;
}
