import type { Digits } from '../money';

/** PayeeLimitReserved -> PayeeLimitGivenBack, for each payment to one payee on one day. */
export type PayeeLimitEvent =
  | { readonly type: 'PayeeLimitReserved'; readonly data: PayeeLimitReserved }
  | { readonly type: 'PayeeLimitGivenBack'; readonly data: PayeeLimitGivenBack };

export interface PayeeLimitReserved {
  readonly paymentId: string;
  readonly amountCents: Digits;
  readonly limitCents: Digits;
  readonly reservedAt: string;
}

export interface PayeeLimitGivenBack {
  readonly paymentId: string;
  readonly givenBackAt: string;
}
