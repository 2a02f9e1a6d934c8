/** By what a signer of ours knows what it has signed. */
export type SignedOrder =
  | { readonly purpose: 'REDEMPTION'; readonly redemptionKey: string }
  | { readonly purpose: 'DELIVERY'; readonly partnerId: string; readonly deliveryId: string };

/** What our signers have signed, whether or not their networks can be asked. */
export interface SignedOrders {
  /**
   * From here on nothing that was signed for the order is sent again, and the place of what was sent is taken from it.
   * `happened` is the transaction that made the payment: where the order has it, nothing is abandoned. Of an order that
   * nobody has signed there is nothing to abandon. Repeatable, and for ever.
   */
  readonly abandon: (order: SignedOrder, happened: string | null) => Promise<void>;
}
