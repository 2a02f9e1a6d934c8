export type SignedOrder =
  | { readonly purpose: 'REDEMPTION'; readonly redemptionKey: string }
  | { readonly purpose: 'DELIVERY'; readonly partnerId: string; readonly deliveryId: string };

export interface SignedOrders {
  /**
   * Stops every further sending, and takes its place in the signer's order. An order that contains `happened`, the
   * transaction that made the payment, is not abandoned. Repeatable, and permanent.
   */
  readonly abandon: (order: SignedOrder, happened: string | null) => Promise<void>;
}
