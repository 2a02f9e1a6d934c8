export interface Found {
  readonly step: 'PAYOUT' | 'DELIVERY' | 'REFUND';
  readonly key: string;
  readonly attempt: number;
}

/**
 * UNCHANGED: no hold. RECOVERED: a lost order was found. DEBIT_RELEASED: the payout stays held. RELEASED_TO_OPERATOR.
 */
export type Released =
  | { readonly outcome: 'RELEASED' | 'RELEASED_TO_OPERATOR' | 'UNCHANGED' | 'DEBIT_RELEASED' }
  | { readonly outcome: 'RECOVERED'; readonly found: readonly Found[] };
