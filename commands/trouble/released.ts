export interface Found {
  readonly step: 'PAYOUT' | 'DELIVERY' | 'REFUND';
  readonly key: string;
  readonly attempt: number;
}

/**
 * UNCHANGED: it was not held. RECOVERED: a provider knew an order that the log lost; the order is asked about, and the
 * payment stays held. DEBIT_RELEASED: a provider may have paid out this withdrawal; its payout stays held.
 * RELEASED_TO_OPERATOR: nothing is sent; a return may be resolved, and a due given back.
 */
export type Released =
  | { readonly outcome: 'RELEASED' | 'RELEASED_TO_OPERATOR' | 'UNCHANGED' | 'DEBIT_RELEASED' }
  | { readonly outcome: 'RECOVERED'; readonly found: readonly Found[] };
