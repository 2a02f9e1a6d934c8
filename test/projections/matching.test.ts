import type { Movement } from '../../aggregates/chain';
import type { UnmatchedReason } from '../../aggregates/deposit/events';
import { judgeMovement, RULE_VERSION } from '../../projections/matching';
import type { ReconciliationIntentRow } from '../../read-models/reconciliation-intents';
import { movement, time } from '../sample-data';

const intent: ReconciliationIntentRow = {
  memo_hash: 'hash1',
  intent_id: 'cid1',
  memo: 'lastro:cid1',
  partner_id: 'p1',
  network: 'ethereum',
  asset_id: 201,
  amount_base_units: '25000000',
  receiver: '0xaa',
  status: 'PENDING',
  created_at: time(10),
  expires_at: time(300),
  tolerance_seconds: 30,
  open_deposits: [],
  proposed_deposit: null,
};

const judge = (paid: Partial<Movement>, ...issued: readonly Partial<ReconciliationIntentRow>[]) =>
  judgeMovement(
    { ...movement, ...paid },
    issued.map((columns) => ({ ...intent, ...columns })),
  );

test('the rule has a version', () => {
  expect(RULE_VERSION).toBe(1);
});

test('exactly what was asked for matches', () => {
  expect(judge({}, {})).toEqual({ intent, reason: null, candidates: [], inTime: false });
});

test.each([
  '25000001',
  '100000000',
  '25000000000000000000000000000000000000',
])('more matches too: %s', (amountBaseUnits) => {
  expect(judge({ amountBaseUnits }, {}).intent?.intent_id).toBe('cid1');
});

test.each<[UnmatchedReason, string, Partial<Movement>, Partial<ReconciliationIntentRow> | null]>([
  ['NO_MEMO', 'no memo of ours', { memos: [] }, null],
  ['NO_MEMO', 'nor in a transaction of many', { memos: [], movements: 3, unsupported: 'router' }, null],
  ['UNKNOWN_MEMO', 'a memo that was never issued', {}, null],
  ['UNKNOWN_MEMO', 'whoever carried it', { unsupported: 'router' }, null],
  ['AMBIGUOUS', 'two memos of ours', { memos: ['lastro:cid1', 'lastro:cid2'] }, {}],
  ['AMBIGUOUS', 'the same memo twice', { memos: ['lastro:cid1', 'lastro:cid1'] }, {}],
  ['AMBIGUOUS', 'two movements to us', { movements: 2 }, {}],
  ['UNSUPPORTED_TRANSFER', 'a router that pays', { unsupported: 'router' }, {}],
  ['WRONG_NETWORK', 'the right memo on another chain', { network: 'polygon' }, {}],
  ['WRONG_NETWORK', 'a receiver that is not the one of the intent', { receiver: '0xab' }, {}],
  ['WRONG_ASSET', 'another asset', { assetId: 202 }, {}],
  ['WRONG_ASSET', 'a contract that is not on the list', { assetId: null }, {}],
  ['DUPLICATE', 'an intent that has been paid', {}, { status: 'ACCEPTED' }],
  ['DUPLICATE', 'an intent that another deposit was proposed for', {}, { proposed_deposit: 'ethereum:0xd0:0' }],
  ['INTENT_CLOSED', 'an intent that has expired', {}, { status: 'EXPIRED' }],
  ['UNDERPAID', 'one unit too little', { amountBaseUnits: '24999999' }, {}],
  ['UNDERPAID', 'less, although its text is greater', { amountBaseUnits: '9' }, {}],
  ['LATE', 'a block after the window', { blockTime: time(330.001) }, {}],
  ['LATE', 'a block before the intent', { blockTime: time(-20.001) }, {}],
])('%s: %s', (reason, _why, paid, columns) => {
  const verdict = columns === null ? judge(paid) : judge(paid, columns);
  expect([verdict.intent, verdict.reason]).toEqual([null, reason]);
});

describe('the window, with its tolerance of 30 s', () => {
  test.each([
    ['the first moment', -20, null],
    ['the intent itself', 10, null],
    ['the deadline', 300, null],
    ['the last moment', 330, null],
    ['a millisecond too early', -20.001, 'LATE'],
    ['a millisecond too late', 330.001, 'LATE'],
  ])('%s', (_name, seconds, reason) => {
    expect(judge({ blockTime: time(seconds) }, {}).reason).toBe(reason);
  });

  test('is that of the network', () => {
    expect(judge({ blockTime: time(301) }, { tolerance_seconds: 0 }).reason).toBe('LATE');
    expect(judge({ blockTime: time(300) }, { tolerance_seconds: 0 }).reason).toBeNull();
  });
});

describe('paid in time, but to an intent that is closed', () => {
  test.each([
    [time(330), true],
    [time(331), false],
  ])('at %s: %s', (blockTime, inTime) => {
    expect(judge({ blockTime }, { status: 'EXPIRED' })).toMatchObject({ reason: 'INTENT_CLOSED', inTime });
  });

  test('a duplicate is not: its intent was served', () => {
    expect(judge({}, { status: 'ACCEPTED' }).inTime).toBe(false);
  });
});

describe('candidates', () => {
  test('name the intent that refused, and why', () => {
    const { candidates } = judge({ amountBaseUnits: '1' }, {});
    expect(candidates).toEqual([{ intentId: 'cid1', reason: 'UNDERPAID' }]);
  });
  test('of several, with what speaks against each', () => {
    const { reason, candidates } = judge(
      { memos: ['lastro:cid1', 'lastro:cid2'] },
      {},
      { intent_id: 'cid2', status: 'EXPIRED' },
    );
    expect([reason, candidates]).toEqual([
      'AMBIGUOUS',
      [
        { intentId: 'cid1', reason: 'AMBIGUOUS' },
        { intentId: 'cid2', reason: 'INTENT_CLOSED' },
      ],
    ]);
  });
  test('there are none when nothing is known', () => {
    expect(judge({}).candidates).toEqual([]);
  });
});
