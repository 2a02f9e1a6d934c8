import type { Cents } from '../../../aggregates/money';

// Design: providers, section 1.

export interface ResolvedKey {
  /** Null when the provider does not report it. */
  readonly payeeName: string | null;
  /** The provider's name of this look-up, which belongs to the following order. Absent: none. */
  readonly lookUpId?: string;
}

export interface ResolvedBoleto {
  /** Null when the payer chooses. */
  readonly amount: Cents | null;
  /** `yyyy-mm-dd`. */
  readonly dueDate: string | null;
  readonly payeeName: string | null;
  /** EXPIRED: past the last day of payment. */
  readonly status: 'ACTIVE' | 'PAID' | 'EXPIRED';
}

export interface ResolvedGiftCard {
  readonly brand: string;
  readonly amount: Cents;
  readonly inStock: boolean;
}

export interface ResolvedBrCode {
  readonly kind: 'STATIC' | 'DYNAMIC';
  readonly amount: Cents | null;
  readonly amountEditable: boolean;
  readonly payeeName: string;
  readonly key: string | null;
  readonly txid: string | null;
  readonly status: 'ACTIVE' | 'PAID' | 'EXPIRED' | 'REMOVED';
}
