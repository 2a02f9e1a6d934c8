import type { Digits } from '../money';

/** PayeeLimitReserved -> PayeeLimitGivenBack, for each payment to one payee on one day. */
export type PayeeLimitEvent =
  | { readonly type: 'PayeeLimitReserved'; readonly data: PayeeLimitReserved }
  | { readonly type: 'PayeeLimitGivenBack'; readonly data: PayeeLimitGivenBack };

export interface PayeeLimitReserved {
  /** Id of an intent or a withdrawal. */
  readonly paymentId: string;
  readonly amountCents: Digits;
  /** As it was configured then. */
  readonly limitCents: Digits;
  readonly reservedAt: string;
}

/** The payment has ended without a payout. */
export interface PayeeLimitGivenBack {
  readonly paymentId: string;
  readonly givenBackAt: string;
}
