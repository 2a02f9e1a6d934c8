import type { NetworkName } from '../chain';

/** FoundTransferClaimed -> nothing more: a transfer that operators found or sent serves at most one payment. */
export type FoundTransferEvent = { readonly type: 'FoundTransferClaimed'; readonly data: FoundTransferClaimed };

export interface FoundTransferClaimed {
  /** `<network>:<txid>`, without the prefix of hex, or `bank:<id>`. */
  readonly transferId: string;
  readonly network: NetworkName | null;
  readonly reference: string;
  /** The intent or withdrawal that the transfer ends or refunds, or the deposit that it refunds. */
  readonly paymentId: string;
  readonly claimedAt: string;
}
