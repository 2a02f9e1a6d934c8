import type { NetworkName } from '../chain';
import type { RefundTransferEvent } from './events';

const HEX = /^(?:0x)?([0-9a-f]+)$/i;

/** Hex in lower case, base58 as it is, so that a transaction has one form. */
export const canonicalTxid = (txid: string): string => (HEX.test(txid) ? txid.toLowerCase() : txid);

export const bareTxid = (txid: string): string => canonicalTxid(txid).replace(HEX, '$1');

export const transferIdOf = (network: NetworkName, txid: string): string => `${network}:${bareTxid(txid)}`;

export const isSameTransaction = (network: NetworkName, txid: string, other: string): boolean =>
  transferIdOf(network, txid) === transferIdOf(network, other);

/** Stream `refundTransfer-<network>:<txid>`: the payment that the transaction refunds. Since `foundTransfer`, it is only read. */
export const refundTransfer = {
  category: 'refundTransfer',
  initial: null,
  evolve: (_claimedBy: string | null, { data }: RefundTransferEvent): string | null => data.paymentId,
} as const;
