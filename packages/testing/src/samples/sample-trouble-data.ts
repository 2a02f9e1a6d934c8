import type { TroubleEvent } from '../../../../aggregates/payout/trouble';
import type { Sample } from './sample';
import { time } from './sample-time';

const about = { intentId: 'cid1', attempt: 1, providerKey: 'key1', unknownSince: time(97) } as const;

export const REFUND_TXID = `0x${'5f'.repeat(32)}`;

/** The sample of each event that operators cause in a payout. */
export const TROUBLE_DATA: {
  readonly [Type in
    | TroubleEvent['type']
    | 'ReturnResolved'
    | 'RefundRecorded'
    | 'RefundTransferClaimed'
    | 'FoundTransferClaimed']: Sample<Type>['data'];
} = {
  PayoutHeld: { intentId: 'cid1', heldAt: time(81) },
  PayoutReleased: { intentId: 'cid1', releasedAt: time(90) },
  PayoutDecisionProposed: { ...about, proposedBy: 'ana', proposedAt: time(7_300) },
  PayoutProposalWithdrawn: { intentId: 'cid1', proposedBy: 'ana', withdrawnBy: 'bia', withdrawnAt: time(7_400) },
  PayoutDecided: {
    ...{ ...about, proposedBy: 'ana', decidedBy: 'bob' },
    ...{ refundableFrom: time(93_800), decidedAt: time(7_400) },
  },
  ReturnResolved: {
    ...{ intentId: 'cid1', providerKey: 'key1', provider: 'sandbox', amountCents: '15000', how: 'PARTNER_PAID' },
    ...{ assetId: null, amountBaseUnits: null, transfer: 'E2E-77', resolvedAt: time(400) },
  },
  RefundRecorded: {
    ...{ intentId: 'cid1', dues: [1], dueBaseUnits: '25000000', network: 'ethereum', txid: REFUND_TXID, assetId: 201 },
    ...{ amountBaseUnits: '25000000', to: '0xbb', transferredAt: time(93_900), recordedAt: time(94_000) },
  },
  RefundTransferClaimed: {
    ...{ transferId: `ethereum:${REFUND_TXID.slice(2)}`, network: 'ethereum', txid: REFUND_TXID, paymentId: 'cid1' },
    claimedAt: time(93_990),
  },
  FoundTransferClaimed: {
    ...{ transferId: 'ethereum:e1', network: 'ethereum', reference: '0xe1', paymentId: 'wd1' },
    claimedAt: time(7_390),
  },
};
