import type { Cents } from '../../aggregates/money';

// What a payout provider says of a payee before it is paid (design: providers, section 1).

export interface ResolvedKey {
  readonly payeeName: string;
}

/** What the registry says of a boleto now; interest and discounts make it differ from the code. */
export interface ResolvedBoleto {
  /** Null when the payer chooses. */
  readonly amount: Cents | null;
  /** `yyyy-mm-dd`. */
  readonly dueDate: string | null;
  readonly payeeName: string | null;
  /** EXPIRED: past the last day on which it may be paid. */
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
