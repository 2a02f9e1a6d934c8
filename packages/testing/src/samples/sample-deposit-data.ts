import type { DepositEvent } from '../../../../aggregates/deposit/events';
import type { EventOf } from '../../../../aggregates/events';
import { refusedDeposit } from './refused-deposit';
import { time } from './sample-time';

const deposit = { depositId: 'ethereum:0xd1:0' } as const;

type Told = Exclude<DepositEvent['type'], 'DepositObserved' | 'DepositFinalised'>;

/** The sample of each event of a deposit but those of its movement. */
export const DEPOSIT_DATA: { readonly [Type in Told]: EventOf<Type>['data'] } = {
  DepositReverted: {
    ...deposit,
    network: 'ethereum',
    memos: ['lastro:cid1'],
    reason: 'REORGANISED_AWAY',
    revertedAt: time(79),
  },
  DepositClaimed: { ...deposit, intentId: 'cid1', by: 'matcher', claimedAt: time(79) },
  DepositMatched: { ...deposit, intentId: 'cid1', matchedAt: time(81) },
  DepositReleased: {
    ...deposit,
    intentId: 'cid1',
    reason: 'INTENT_CLOSED',
    memos: ['lastro:cid1'],
    inTime: true,
    releasedAt: time(81),
  },
  DepositUnmatched: {
    ...deposit,
    reason: 'UNDERPAID',
    candidates: [{ intentId: 'cid1', reason: 'UNDERPAID' }],
    inTime: false,
    ...{ memos: ['lastro:cid1'], refused: refusedDeposit },
    ...{ ruleVersion: 2, unmatchedAt: time(80) },
  },
  DepositResolutionProposed: {
    ...deposit,
    ...{ resolution: { how: 'WRITE_OFF' }, proposedBy: 'ana', reason: 'no owner', proposedAt: time(90) },
  },
  DepositProposalWithdrawn: { ...deposit, withdrawnBy: 'bob', reason: 'its owner wrote', withdrawnAt: time(91) },
  DepositWrittenOff: {
    ...deposit,
    ...{ assetId: 201, amountBaseUnits: '25000000', operator: 'bob', reason: 'no owner', writtenOffAt: time(92) },
  },
  DepositRefunded: {
    ...{ ...deposit, network: 'ethereum', assetId: 201, amountBaseUnits: '25000000', txid: '0xe1', to: '0xbb' },
    ...{ operator: 'bob', reason: 'no owner', refundedAt: time(92) },
  },
};
