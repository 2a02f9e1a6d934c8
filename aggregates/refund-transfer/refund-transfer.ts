import type { NetworkName } from '../chain';
import type { Decider } from '../decider';
import { rejection } from '../rejection';
import type { RefundTransferClaimed, RefundTransferEvent } from './events';

/** Null: nobody's. */
export type RefundTransferState = string | null;

export interface ClaimRefundTransfer {
  readonly type: 'ClaimRefundTransfer';
  readonly transfer: RefundTransferClaimed;
}

const HEX = /^(?:0x)?([0-9a-f]+)$/i;

/** Hex in lower case, base58 as it is: a transaction is one, however it is written. */
export const canonicalTxid = (txid: string): string => (HEX.test(txid) ? txid.toLowerCase() : txid);

export const transferIdOf = (network: NetworkName, txid: string): string =>
  `${network}:${canonicalTxid(txid).replace(HEX, '$1')}`;

export const isSameTransaction = (network: NetworkName, txid: string, other: string): boolean =>
  transferIdOf(network, txid) === transferIdOf(network, other);

const decide = (claimedBy: RefundTransferState, { transfer }: ClaimRefundTransfer): readonly RefundTransferEvent[] => {
  const { network, txid, paymentId } = transfer;
  if (claimedBy === paymentId) return [];
  if (claimedBy === null) return [{ type: 'RefundTransferClaimed', data: transfer }];
  throw rejection('WRONG_STATE', `Transaction ${txid} of ${network} is the refund of ${claimedBy}`);
};

/** Stream `refundTransfer-<network>:<txid>`: the fence for "a transaction refunds at most one payment". */
export const refundTransfer: Decider<RefundTransferState, ClaimRefundTransfer, RefundTransferEvent> = {
  category: 'refundTransfer',
  initial: null,
  evolve: (_claimedBy, { data }) => data.paymentId,
  decide,
};
