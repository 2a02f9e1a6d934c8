import type { Movement } from '../../../aggregates/chain';
import type { DepositCommand } from '../../../aggregates/deposit/commands';
import { deposit } from '../../../aggregates/deposit/deposit';
import type { Assignment, DepositUnmatched, UnmatchedReason } from '../../../aggregates/deposit/events';
import type { PayableIntent } from '../../../aggregates/deposit/matching';
import { intentCreated, movement, time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

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
const intent: PayableIntent = { ...intentCreated, status: 'PENDING' };
const claim = (intentId = 'cid1', facts: Partial<PayableIntent> | null = { intentId }): DepositCommand => ({
  type: 'ClaimDeposit',
  depositId,
  intentId,
  intent: facts === null ? null : { ...intent, ...facts },
  by: 'matcher',
  now,
});
const assign = (
  setAside: Assignment['setAside'],
  facts: Partial<PayableIntent> = {},
  word: Partial<Assignment> = {},
): DepositCommand => ({
  type: 'AssignDeposit',
  depositId,
  intent: { ...intent, ...facts },
  assignment: { operator: 'ana', reason: 'ticket 17', setAside, ...word },
  now,
});
const match = (intentId = 'cid1'): DepositCommand => ({ type: 'MatchDeposit', depositId, intentId, now });
const release = (intentId = 'cid1'): DepositCommand => ({
  type: 'ReleaseDeposit',
  depositId,
  intentId,
  reason: 'INTENT_CLOSED',
  inTime: true,
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

describe('the observation of a deposit', () => {
  test.each(['NONE', 'REVERTED'] as const)('is recorded in the state %s: the service never ignores money', (status) =>
    being(status)
      .when(observe)
      .then(event('DepositObserved', { observedAt: now })));
  test.each(others('NONE', 'REVERTED'))('is ignored in the state %s', (status) =>
    being(status).when(observe).nothing());
});

test('may still lack its block time', () => {
  const unknown = { ...movement, blockTime: null };
  given(deposit)
    .when({ type: 'ObserveDeposit', movement: unknown, now })
    .then(event('DepositObserved', { blockTime: null, observedAt: now }));
});

describe('the reversal of a final deposit after an operator accepted another history', () => {
  const { network, memos } = movement;
  const revertFinal: DepositCommand = { ...revert, final: { network, memos } };
  test.each(['OBSERVED', 'FINALISED', 'UNMATCHED', 'RELEASED'] as const)('is recorded in the state %s', (status) =>
    being(status)
      .when(revertFinal)
      .then(event('DepositReverted', { revertedAt: now })));
  test.each(['CLAIMED', 'MATCHED'] as const)('is ignored in the state %s: the deposit serves an intent', (status) =>
    being(status).when(revertFinal).nothing());
  test('leaves a deposit that may become final again', () =>
    given(deposit, observed, finalised, reverted)
      .when(finalise)
      .then(event('DepositFinalised', { finalisedAt: now })));
});

describe('the finality of a deposit', () => {
  test.each(['NONE', 'OBSERVED', 'REVERTED'] as const)('is recorded in the state %s', (status) =>
    being(status)
      .when(finalise)
      .then(event('DepositFinalised', { finalisedAt: now })));
  test.each(others('NONE', 'OBSERVED', 'REVERTED'))('is ignored in the state %s', (status) =>
    being(status).when(finalise).nothing());
  test('uses the facts of the chain at finality, not the first ones', () => {
    const moved = { ...movement, amountBaseUnits: '7', blockHash: '0xother' };
    given(deposit, observed)
      .when({ type: 'FinaliseDeposit', movement: moved, now })
      .then(event('DepositFinalised', { ...moved, finalisedAt: now }));
  });
  test('reverts an observed deposit, and keeps its memos', () =>
    being('OBSERVED')
      .when(revert)
      .then(event('DepositReverted', { revertedAt: now })));
  test.each(others('OBSERVED'))('does not revert in the state %s', (status) => being(status).when(revert).nothing());
});

describe('the claim of a deposit, the fence', () => {
  const claim1 = event('DepositClaimed', { claimedAt: now });
  test.each(['FINALISED', 'UNMATCHED', 'RELEASED'] as const)('is recorded in the state %s', (status) =>
    being(status).when(claim()).then(claim1));
  test.each([
    'CLAIMED',
    'MATCHED',
  ] as const)('repeats without an event in the state %s, for the same intent', (status) =>
    being(status).when(claim()).nothing());
  test.each(['CLAIMED', 'MATCHED'] as const)('is DEPOSIT_TAKEN in the state %s, for another intent', (status) =>
    being(status).when(claim('cid2')).rejects('DEPOSIT_TAKEN'));
  test.each([
    'NONE',
    'OBSERVED',
    'REVERTED',
  ] as const)('is rejected in the state %s: the deposit is not final', (status) =>
    being(status).when(claim()).rejects('WRONG_STATE'));
});

describe('the rule at the claim, by the facts at finality', () => {
  const { memos } = movement;
  const left = (reason: UnmatchedReason, rest: Partial<DepositUnmatched> = {}) => ({
    type: 'DepositUnmatched' as const,
    data: {
      ...{ depositId, reason, candidates: [{ intentId: 'cid1', reason }], inTime: false },
      ...{ memos, ruleVersion: 2, unmatchedAt: now },
      ...rest,
    },
  });
  const final = (changes: Partial<Movement>) => event('DepositFinalised', changes);

  test.each<[UnmatchedReason, Partial<Movement>, Partial<PayableIntent>]>([
    ['AMBIGUOUS', { movements: 5 }, {}],
    ['UNSUPPORTED_TRANSFER', { unsupported: 'NOT_A_DIRECT_TRANSFER' }, {}],
    ['WRONG_NETWORK', {}, { network: 'polygon' }],
    ['WRONG_NETWORK', {}, { receiver: '0xab' }],
    ['WRONG_NETWORK', { mode: 'live' }, { mode: 'sandbox' }],
    ['WRONG_ASSET', { assetId: null }, {}],
    ['DUPLICATE', {}, { status: 'ACCEPTED' }],
    ['UNDERPAID', { amountBaseUnits: '24999999' }, {}],
    ['LATE', { blockTime: time(999) }, {}],
  ])('%s goes to the inbox with its reason: %j, %j', (reason, paid, facts) =>
    given(deposit, observed, final(paid)).when(claim('cid1', facts)).then(left(reason)));

  test('keeps a refused claim', () =>
    being('UNMATCHED')
      .when(claim('cid1', { status: 'EXPIRED' }))
      .nothing());
  test('keeps a claim from before the rule', () =>
    given(deposit, observed, final({ movements: 5 }), claimed)
      .when(claim())
      .nothing());
});

describe("an operator's assignment", () => {
  const late = [event('DepositFinalised', { memos: [], blockTime: time(9_999) }), unmatched] as const;

  test('names the operator, the reason and the clauses', () =>
    given(deposit, ...late)
      .when(assign(['MEMO', 'BLOCK_TIME']))
      .then(
        event('DepositClaimed', {
          by: 'ana',
          assignment: { operator: 'ana', reason: 'ticket 17', setAside: ['MEMO', 'BLOCK_TIME'] },
          claimedAt: now,
        }),
      ));
  test('sets aside only the named clauses', () =>
    given(deposit, ...late)
      .when(assign(['MEMO']))
      .rejects('WRONG_STATE'));
  test.each(['NONE', 'OBSERVED', 'REVERTED'] as const)('is rejected for a deposit that is not final: %s', (status) =>
    being(status)
      .when(assign(['MEMO']))
      .rejects('WRONG_STATE'));
  test.each([
    'CLAIMED',
    'MATCHED',
  ] as const)('repeats without an event, and is DEPOSIT_TAKEN when %s for another intent', (status) => {
    being(status).when(assign([])).nothing();
    being(status)
      .when(assign([], { intentId: 'cid2' }))
      .rejects('DEPOSIT_TAKEN');
  });
  test.each([{ operator: ' ' }, { reason: '' }])('needs a name and a reason: %j', (word) =>
    being('FINALISED')
      .when(assign([], {}, word))
      .rejects('VALIDATION_ERROR'));
});

describe('the match and the release of a deposit', () => {
  test('matches a deposit that is claimed for the intent', () =>
    being('CLAIMED')
      .when(match())
      .then(event('DepositMatched', { matchedAt: now })));
  test('matches once', () => being('MATCHED').when(match()).nothing());
  test.each(others('MATCHED', 'CLAIMED'))('rejects the match of a deposit that is %s', (status) =>
    being(status).when(match()).rejects('DEPOSIT_TAKEN'));
  test.each(['MATCHED', 'CLAIMED'] as const)('rejects the match of a deposit that is %s for another intent', (status) =>
    being(status).when(match('cid2')).rejects('DEPOSIT_TAKEN'));
  test('releases a deposit that is claimed for the intent', () =>
    being('CLAIMED')
      .when(release())
      .then(event('DepositReleased', { releasedAt: now })));
  test.each(others('CLAIMED'))('does not release a deposit that is %s', (status) =>
    being(status).when(release()).nothing());
  test('does not release the claim of another intent', () => being('CLAIMED').when(release('cid2')).nothing());
});

describe('the inbox', () => {
  test('takes a final, unresolved deposit', () => being('FINALISED').when(leave).then(unmatched));
  test.each(others('FINALISED'))('does not take a deposit that is %s', (status) => being(status).when(leave).nothing());
});
