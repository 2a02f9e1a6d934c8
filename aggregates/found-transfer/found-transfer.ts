import type { NetworkName } from '../chain';
import type { Decider } from '../decider';
import { transferIdOf } from '../refund-transfer/refund-transfer';
import { rejection } from '../rejection';
import type { FoundTransferClaimed, FoundTransferEvent } from './events';

export type FoundTransferState = string | null;

export interface ClaimFoundTransfer {
  readonly type: 'ClaimFoundTransfer';
  readonly transfer: FoundTransferClaimed;
}

/** A bank's transfer has null as network, and keeps its id unchanged. No network has the name `bank`. */
export const foundTransferIdOf = (network: NetworkName | null, reference: string): string =>
  network === null ? `bank:${reference}` : transferIdOf(network, reference);

const decide = (claimedBy: FoundTransferState, { transfer }: ClaimFoundTransfer): readonly FoundTransferEvent[] => {
  const { network, reference, paymentId } = transfer;
  if (claimedBy === paymentId) return [];
  if (claimedBy === null) return [{ type: 'FoundTransferClaimed', data: transfer }];
  const what = network === null ? `Transfer ${reference}` : `Transaction ${reference} of ${network}`;
  throw rejection('WRONG_STATE', `${what} is assigned to ${claimedBy} and cannot pay another payment`);
};

/** Stream `foundTransfer-<network>:<txid>` or `foundTransfer-bank:<id>`: a transfer pays at most one payment. */
export const foundTransfer: Decider<FoundTransferState, ClaimFoundTransfer, FoundTransferEvent> = {
  category: 'foundTransfer',
  initial: null,
  evolve: (_claimedBy, { data }) => data.paymentId,
  decide,
};
