import type { EventOf } from '../../../../aggregates/events';
import type { WatcherEvent } from '../../../../aggregates/watcher/events';
import { time } from './sample-time';

const contradiction = {
  network: 'ethereum',
  height: '100',
  kept: '0xb100',
  seen: '0xc100',
  commonHeight: '90',
} as const;

/** The sample of each event of a watcher. */
export const WATCHER_DATA: { readonly [Type in WatcherEvent['type']]: EventOf<Type>['data'] } = {
  WatermarkReached: { network: 'ethereum', time: time(331), blockNumber: '120' },
  FinalityQuestioned: { ...contradiction, questionedAt: time(400) },
  FinalityReaffirmed: { network: 'ethereum', reaffirmedAt: time(500) },
  FinalityViolated: { ...contradiction, violatedAt: time(460) },
  FinalityAccepted: { network: 'ethereum', fromHeight: '91', reason: 'the fork was decided', acceptedAt: time(470) },
  DepositsLost: { network: 'ethereum', depositIds: ['ethereum:0xd1:0'], lostAt: time(480) },
  DepositGivenUp: {
    network: 'ethereum',
    depositId: 'ethereum:0xd1:0',
    reason: 'no node has its state',
    givenUpAt: time(490),
  },
  GivenUpJudged: { network: 'ethereum', depositId: 'ethereum:0xd1:0', verdict: 'FINAL', judgedAt: time(700) },
  TransactionGivenUp: {
    ...{ network: 'ethereum', txid: '0xd9', height: '9', blockHash: '0xb9' },
    ...{ namedMemos: ['lastro:cid1'], unreadSince: time(200) },
    reason: 'no node has its receipt',
    givenUpAt: time(900),
  },
  GapSeen: { network: 'ethereum', height: '101', readableFrom: '110', reason: 'pruned', seenAt: time(400) },
  GapAccepted: {
    network: 'ethereum',
    fromHeight: '101',
    toHeight: '109',
    reason: 'nobody has it',
    acceptedAt: time(470),
  },
  AssetHalted: {
    network: 'ethereum',
    assetId: 201,
    height: '100',
    loggedBaseUnits: '25000000',
    arrivedBaseUnits: '22500000',
    haltedAt: time(78),
  },
  AssetResumed: { network: 'ethereum', assetId: 201, resumedAt: time(600) },
};
