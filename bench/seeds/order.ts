export interface Order {
  readonly quoteId: string;
  readonly intentId: string;
  /** The number of the user whose token is sent. */
  readonly user: number;
}
