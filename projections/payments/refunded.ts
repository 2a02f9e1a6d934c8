import type { RefundRecorded } from '../../aggregates/payout/events';
import type { Value } from '../../read-models/table';

type Transfers = readonly { readonly [name: string]: Value }[];

/** A payment's refund transfers, with one more. */
export const withTransfer = (
  before: Transfers | null,
  { txid, amountBaseUnits, to, transferredAt, recordedAt }: RefundRecorded,
): Transfers => [...(before ?? []), { txHash: txid, amountBaseUnits, to, transferredAt, recordedAt }];
