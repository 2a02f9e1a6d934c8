/** The key under which a signer of ours keeps a signed order. */
export type SignedOrder =
  | { readonly purpose: 'REDEMPTION'; readonly redemptionKey: string }
  | { readonly purpose: 'DELIVERY'; readonly partnerId: string; readonly deliveryId: string };

/** Orders that our signers have signed, on reachable and unreachable networks. */
export interface SignedOrders {
  /**
   * Stops every further sending for the order, and takes its place in the signer's order. `happened` is the transaction
   * that made the payment: an order that contains it is not abandoned. An unsigned order is left alone. Repeatable, and
   * permanent.
   */
  readonly abandon: (order: SignedOrder, happened: string | null) => Promise<void>;
}
