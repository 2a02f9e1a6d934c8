import { type DepositCommand, deposit } from '../../../aggregates/deposit/deposit';
import { given } from '../../given';
import { movement, time } from '../../sample-data';
import { event } from '../../sample-events';

const observed = event('DepositObserved');
const finalised = event('DepositFinalised');
const reverted = event('DepositReverted');
const claimed = event('DepositClaimed');
const matched = event('DepositMatched');
const released = event('DepositReleased');
const unmatched = event('DepositUnmatched');

const now = time(0);
const depositId = 'ethereum:0xd1:0';
const observe: DepositCommand = { type: 'ObserveDeposit', movement, now };
const finalise: DepositCommand = { type: 'FinaliseDeposit', movement, now };
const revert: DepositCommand = { type: 'RevertDeposit', depositId, reason: 'REORGANISED_AWAY', now };
const claim = (intentId = 'cid1'): DepositCommand => ({
  type: 'ClaimDeposit',
  depositId,
  intentId,
  by: 'matcher',
  now,
});
const match = (intentId = 'cid1'): DepositCommand => ({ type: 'MatchDeposit', depositId, intentId, now });
const release = (intentId = 'cid1'): DepositCommand => ({
  type: 'ReleaseDeposit',
  depositId,
  intentId,
  reason: 'INTENT_CLOSED',
  now,
});
const leave: DepositCommand = { type: 'LeaveUnmatched', verdict: unmatched.data };

const histories = {
  NONE: [],
  OBSERVED: [observed],
  REVERTED: [observed, reverted],
  FINALISED: [observed, finalised],
  CLAIMED: [observed, finalised, claimed],
  MATCHED: [observed, finalised, claimed, matched],
  RELEASED: [observed, finalised, claimed, released],
  UNMATCHED: [observed, finalised, unmatched],
};
type Status = keyof typeof histories;
const being = (status: Status) => given(deposit, ...histories[status]);
const every = Object.keys(histories) as readonly Status[];
const others = (...statuses: readonly Status[]) => every.filter((status) => !statuses.includes(status));

describe('observing', () => {
  test.each(['NONE', 'REVERTED'] as const)('what is %s is observed: money that arrives is never ignored', (status) =>
    being(status)
      .when(observe)
      .then(event('DepositObserved', { observedAt: now })));
  test.each(others('NONE', 'REVERTED'))('what is %s is not news', (status) => being(status).when(observe).nothing());
});

describe('finality', () => {
  test.each(['NONE', 'OBSERVED', 'REVERTED'] as const)('what is %s becomes final', (status) =>
    being(status)
      .when(finalise)
      .then(event('DepositFinalised', { finalisedAt: now })));
  test.each(others('NONE', 'OBSERVED', 'REVERTED'))('what is %s was final before', (status) =>
    being(status).when(finalise).nothing());
  test('what the chain says at finality counts, not what was seen first', () => {
    const moved = { ...movement, amountBaseUnits: '7', blockHash: '0xother' };
    given(deposit, observed)
      .when({ type: 'FinaliseDeposit', movement: moved, now })
      .then(event('DepositFinalised', { ...moved, finalisedAt: now }));
  });
  test('what was observed can be gone, with the memos that it carried', () =>
    being('OBSERVED')
      .when(revert)
      .then(event('DepositReverted', { revertedAt: now })));
  test.each(others('OBSERVED'))('what is %s cannot', (status) => being(status).when(revert).nothing());
});

describe('claiming, the fence', () => {
  const claim1 = event('DepositClaimed', { claimedAt: now });
  test.each(['FINALISED', 'UNMATCHED', 'RELEASED'] as const)('what is %s can be claimed', (status) =>
    being(status).when(claim()).then(claim1));
  test.each(['CLAIMED', 'MATCHED'] as const)('what is %s for the same intent is claimed already', (status) =>
    being(status).when(claim()).nothing());
  test.each(['CLAIMED', 'MATCHED'] as const)('what is %s for another intent is DEPOSIT_TAKEN', (status) =>
    being(status).when(claim('cid2')).rejects('DEPOSIT_TAKEN'));
  test.each(['NONE', 'OBSERVED', 'REVERTED'] as const)('what is %s is not final', (status) =>
    being(status).when(claim()).rejects('WRONG_STATE'));
});

describe('matching and releasing', () => {
  test('what is claimed for the intent is matched', () =>
    being('CLAIMED')
      .when(match())
      .then(event('DepositMatched', { matchedAt: now })));
  test('once', () => being('MATCHED').when(match()).nothing());
  test.each(others('MATCHED', 'CLAIMED'))('what is %s was not claimed', (status) =>
    being(status).when(match()).rejects('DEPOSIT_TAKEN'));
  test.each(['MATCHED', 'CLAIMED'] as const)('what is %s for another intent is taken', (status) =>
    being(status).when(match('cid2')).rejects('DEPOSIT_TAKEN'));
  test('what is claimed for the intent is released', () =>
    being('CLAIMED')
      .when(release())
      .then(event('DepositReleased', { releasedAt: now })));
  test.each(others('CLAIMED'))('what is %s is not', (status) => being(status).when(release()).nothing());
  test("another intent's claim is not", () => being('CLAIMED').when(release('cid2')).nothing());
});

describe('the inbox', () => {
  test('what is final and unresolved goes there', () => being('FINALISED').when(leave).then(unmatched));
  test.each(others('FINALISED'))('what is %s does not', (status) => being(status).when(leave).nothing());
});
