import type { Recorded } from '../../../aggregates/events';
import type { Mode } from '../../../aggregates/partner/events';
import type { PayoutTerms } from '../../../aggregates/quote/events';
import type { StreamCategory } from '../../../aggregates/stream';

/** Content for any holder of the link. */
export interface Receipt {
  readonly paymentId: string;
  readonly userId: string;
  readonly mode: Mode;
  readonly payoutKind: PayoutTerms['kind'];
  readonly paidCents: bigint;
  /** Sum that was returned after the payment. */
  readonly returnedCents: bigint;
  /** Masked, but for a wallet, which is public. */
  readonly payeeMasked: string;
  readonly endToEndId: string | null;
  readonly paidAt: string;
  /** Crypto transfer of the payment or of the delivery; null without one. */
  readonly transfer: { readonly network: string; readonly txid: string } | null;
}

export interface ReceiptFamily {
  readonly category: StreamCategory;
  /** From the whole history of a stream of the category; null while nothing is paid. */
  readonly receiptIn: (history: readonly Recorded[]) => Receipt | null;
}
