export type SignedOrder =
  | { readonly purpose: 'REDEMPTION'; readonly redemptionKey: string }
  | { readonly purpose: 'DELIVERY'; readonly partnerId: string; readonly deliveryId: string };

export interface SignedOrders {
  /** Stops further sendings and fills the nonce, unless `happened` used it. Repeatable, permanent. */
  readonly abandon: (order: SignedOrder, happened: string | null) => Promise<void>;
}
