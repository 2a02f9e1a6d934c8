import type { Digits } from '../../../../aggregates/money';

export interface PaidEntry {
  readonly endToEndId: string;
  readonly amountCents: Digits;
  readonly payerTaxIdMasked: string;
  readonly isExpectedPayer: boolean;
  readonly paidAtMs: number;
}

export interface RefundEntry {
  readonly refundKey: string;
  readonly endToEndId: string;
  readonly amountCents: Digits;
  readonly state: 'DONE' | 'FAILED';
}

/** A charge in the simulator's books; the payer is kept masked only. */
export interface ChargeEntry {
  readonly providerId: string;
  readonly txid: string;
  readonly brCode: string;
  readonly amountCents: Digits;
  readonly splitCents: Digits | null;
  readonly payerTaxIdMasked: string;
  readonly scenario: string;
  /** Fixed with the charge, so that no restart undoes a payment. */
  readonly settleDelayMs: number;
  readonly expiresAtMs: number;
  readonly calls: number;
  /** Null while it is not in the books. */
  readonly bookedAtMs: number | null;
  /** How far the partner's simulated time was ahead when it was booked. */
  readonly bookedAheadMs: number;
  readonly cancelledAtMs: number | null;
  /** By the control call, or met by the cancel. */
  readonly paid: readonly PaidEntry[];
  readonly refunds: readonly RefundEntry[];
  readonly disputeDecision: 'ACCEPTED' | 'REJECTED' | null;
}

/** Where a refund's key leads. */
export interface RefundPlace {
  readonly chargeKey: string;
}
