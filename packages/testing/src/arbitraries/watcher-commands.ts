import fc from 'fast-check';
import type { WatcherCommand } from '../../../../aggregates/watcher/watcher';
import { event } from '../samples/sample-events';
import { at, many, reason } from './parts';

const network = 'ethereum';
const height = fc.integer({ min: 80, max: 120 }).map(String);
const assetId = fc.constantFrom(201, 202);

export const watcherCommands = many<WatcherCommand>(
  at.map((reached) => ({ type: 'ReachWatermark', watermark: event('WatermarkReached', { time: reached }).data })),
  fc.tuple(height, at).map(([from, now]) => {
    const { questionedAt, ...contradiction } = event('FinalityQuestioned', { height: from }).data;
    return { type: 'ReportContradiction', contradiction, now };
  }),
  at.map((now) => ({ type: 'ReaffirmFinality', network, now })),
  fc.tuple(height, reason, at).map(([fromHeight, why, now]) => ({
    ...{ type: 'AcceptFinality', network, fromHeight, reason: why, now },
  })),
  at.map((now) => ({ type: 'LoseDeposits', network, depositIds: ['ethereum:0xd1:0'], now })),
  fc.tuple(reason, at, fc.boolean()).map(([why, now, isUndecided]) => ({
    ...{ type: 'GiveUpDeposit', network, depositId: 'ethereum:0xd1:0', reason: why, now },
    undecided: isUndecided ? ['ethereum:0xd1:0'] : [],
  })),
  at.map((now) => ({ type: 'JudgeGivenUp', network, depositId: 'ethereum:0xd1:0', verdict: 'GONE', now })),
  fc.tuple(reason, at, height).map(([why, now, from]) => {
    const { reason: _reason, givenUpAt, network: _network, ...unread } = event('TransactionGivenUp').data;
    const inBlock = { ...unread, height: from, blockHash: `0xb${from}` };
    return { type: 'GiveUpTransaction', network, txid: unread.txid, unread: [inBlock], reason: why, now };
  }),
  fc.tuple(height, at).map(([from, now]) => {
    const { seenAt, ...gap } = event('GapSeen', { height: from }).data;
    return { type: 'ReportGap', gap, now };
  }),
  fc.tuple(height, reason, at).map(([toHeight, why, now]) => ({
    ...{ type: 'AcceptGap', network, toHeight, reason: why, now },
  })),
  fc.tuple(assetId, at).map(([halted, now]) => {
    const { haltedAt, ...shortage } = event('AssetHalted', { assetId: halted }).data;
    return { type: 'HaltAsset', shortage, now };
  }),
  fc.tuple(assetId, at).map(([halted, now]) => ({ type: 'ResumeAsset', network, assetId: halted, now })),
);
