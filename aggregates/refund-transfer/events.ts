import type { NetworkName } from '../chain';

/** Only in older logs. RefundTransferClaimed -> the end: a transaction refunds at most one payment. */
export type RefundTransferEvent = { readonly type: 'RefundTransferClaimed'; readonly data: RefundTransferClaimed };

export interface RefundTransferClaimed {
  /** `<network>:<txid>`, without the prefix of hex. */
  readonly transferId: string;
  readonly network: NetworkName;
  readonly txid: string;
  readonly paymentId: string;
  readonly claimedAt: string;
}
