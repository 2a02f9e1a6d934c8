import type { SeenMovement } from '../../../aggregates/chain';
import type { SetAside, UnmatchedReason } from '../../../aggregates/deposit/events';
import {
  judgeDeposit,
  memoHashOf,
  type Paid,
  type PayableIntent,
  RULE_VERSION,
  refusalOf,
  UNEXPLAINED_RISE,
} from '../../../aggregates/deposit/matching';
import { intentCreated, movement, time } from '../../../packages/testing/src/samples/sample-data';
import fc from '../../properties';

const intent: PayableIntent = { ...intentCreated, status: 'PENDING' };

const judge = (paid: Partial<SeenMovement>, ...issued: readonly Partial<PayableIntent>[]) =>
  judgeDeposit(
    { ...movement, ...paid },
    issued.map((facts) => ({ ...intent, ...facts })),
  );

test('has version 2', () => {
  expect(RULE_VERSION).toBe(2);
});

test('matches a deposit of the exact amount', () => {
  expect(judge({}, {})).toEqual({ intentId: 'cid1', reason: null, candidates: [], inTime: false });
});

test.each([
  '25000001',
  '100000000',
  '25000000000000000000000000000000000000',
])('matches a deposit with a larger amount: %s', (amountBaseUnits) => {
  expect(judge({ amountBaseUnits }, {}).intentId).toBe('cid1');
});

test('accepts the hash of a memo as the memo', () => {
  expect(judge({ memos: [`sha256:${memoHashOf('lastro:cid1')}`] }, {}).intentId).toBe('cid1');
});

const REFUSALS: readonly (readonly [UnmatchedReason, string, Partial<SeenMovement>, Partial<PayableIntent> | null])[] =
  [
    ['NO_MEMO', 'no memo of ours', { memos: [] }, null],
    ['NO_MEMO', 'nor in a transaction of many', { memos: [], movements: 3, unsupported: 'router' }, null],
    ['UNSUPPORTED_TRANSFER', 'a rise without a transfer', { memos: [], unsupported: UNEXPLAINED_RISE }, null],
    ['OWN_TRANSFER', 'an address of ours as the sender', { isOwn: true }, {}],
    ['UNKNOWN_MEMO', 'a memo that was never issued', {}, null],
    ['UNKNOWN_MEMO', 'an unknown memo, also by a router', { unsupported: 'router' }, null],
    ['UNKNOWN_MEMO', "another intent's memo", { memos: ['lastro:cid2'] }, {}],
    ['AMBIGUOUS', 'two memos of ours', { memos: ['lastro:cid1', 'lastro:cid2'] }, {}],
    ['AMBIGUOUS', 'the same memo twice', { memos: ['lastro:cid1', 'lastro:cid1'] }, {}],
    ['AMBIGUOUS', 'two movements to us', { movements: 2 }, {}],
    ['UNSUPPORTED_TRANSFER', 'a router that pays', { unsupported: 'router' }, {}],
    ['WRONG_NETWORK', 'the right memo on another chain', { network: 'polygon' }, {}],
    ['WRONG_NETWORK', 'a network that is not real money', { mode: 'sandbox' }, { mode: 'live' }],
    ['WRONG_NETWORK', 'real money for a rehearsal', { mode: 'live' }, { mode: 'sandbox' }],
    ['WRONG_NETWORK', 'a receiver that is not the one of the intent', { receiver: '0xab' }, {}],
    ['WRONG_ASSET', 'another asset', { assetId: 202 }, {}],
    ['WRONG_ASSET', 'a contract that is not on the list', { assetId: null }, {}],
    ['DUPLICATE', 'an intent that has been paid', {}, { status: 'ACCEPTED' }],
    ['INTENT_CLOSED', 'an intent that has expired', {}, { status: 'EXPIRED' }],
    ['UNDERPAID', 'one unit too little', { amountBaseUnits: '24999999' }, {}],
    ['UNDERPAID', 'less, although its text is greater', { amountBaseUnits: '9' }, {}],
    ['LATE', 'a block after the window', { blockTime: time(330.001) }, {}],
    ['LATE', 'a block before the intent', { blockTime: time(-20.001) }, {}],
  ];

test.each(REFUSALS)('%s: %s', (reason, _why, paid, facts) => {
  const verdict = facts === null ? judge(paid) : judge(paid, facts);
  expect([verdict.intentId, verdict.reason]).toEqual([null, reason]);
});

test('reports the first reason of its order', () => {
  const order = ['AMBIGUOUS', 'UNKNOWN_MEMO', 'UNSUPPORTED_TRANSFER', 'WRONG_NETWORK', 'WRONG_ASSET', 'DUPLICATE'];
  const wrong: readonly Partial<Paid>[] = [
    { movements: 5 },
    { memos: ['lastro:cid2'] },
    { unsupported: 'router' },
    { network: 'polygon' },
    { assetId: 202 },
    { amountBaseUnits: '1' },
    { blockTime: time(999) },
  ];
  order.forEach((reason, first) => {
    const paid: Paid = Object.assign({}, movement, ...wrong.slice(first));
    expect(refusalOf(paid, { ...intent, status: 'ACCEPTED' })).toBe(reason);
  });
});

describe('the mode', () => {
  test.each([
    ['of the network, as the intent has it', { mode: 'sandbox' }, { mode: 'sandbox' }, null],
    ['that an old event does not tell', {}, { mode: 'live' }, null],
    ['that an old row does not tell', { mode: 'live' }, { mode: null }, null],
    ['of another kind of money', { mode: 'live' }, { mode: 'sandbox' }, 'WRONG_NETWORK'],
  ] as const)('%s', (_name, paid, facts, reason) => {
    expect(judge(paid, facts).reason).toBe(reason);
  });
});

describe('an operator who sets clauses aside', () => {
  const all: readonly SetAside[] = ['MEMO', 'RECEIVER', 'BLOCK_TIME', 'AMBIGUITY', 'UNSUPPORTED_TRANSFER'];
  const why = (paid: Partial<Paid>, setAside: readonly SetAside[], facts: Partial<PayableIntent> = {}) =>
    refusalOf({ ...movement, ...paid }, { ...intent, ...facts }, setAside);

  test.each<[SetAside, UnmatchedReason, Partial<Paid>]>([
    ['MEMO', 'NO_MEMO', { memos: [] }],
    ['MEMO', 'UNKNOWN_MEMO', { memos: ['lastro:other'] }],
    ['RECEIVER', 'WRONG_NETWORK', { receiver: '0xab' }],
    ['BLOCK_TIME', 'LATE', { blockTime: time(9_999) }],
    ['BLOCK_TIME', 'LATE', { blockTime: time(-9_999) }],
    ['AMBIGUITY', 'AMBIGUOUS', { memos: ['lastro:cid1', 'lastro:cid2'] }],
    ['AMBIGUITY', 'AMBIGUOUS', { movements: 5 }],
    ['UNSUPPORTED_TRANSFER', 'UNSUPPORTED_TRANSFER', { unsupported: 'NOT_A_DIRECT_TRANSFER' }],
  ])('lifts by clause %s the reason %s, which no other clause lifts', (setAside, reason, paid) => {
    expect(why(paid, [setAside])).toBeNull();
    expect(
      why(
        paid,
        all.filter((other) => other !== setAside),
      ),
    ).toBe(reason);
  });

  test.each<[UnmatchedReason, string, Partial<Paid>, Partial<PayableIntent>]>([
    ['WRONG_NETWORK', 'network', { network: 'polygon' }, {}],
    ['WRONG_NETWORK', 'mode', { mode: 'live' }, { mode: 'sandbox' }],
    ['WRONG_ASSET', 'asset', { assetId: 202 }, {}],
    ['WRONG_ASSET', 'asset outside of the list', { assetId: null }, {}],
    ['UNDERPAID', 'amount', { amountBaseUnits: '24999999' }, {}],
    ['DUPLICATE', 'status', {}, { status: 'ACCEPTED' }],
    ['INTENT_CLOSED', 'status', {}, { status: 'EXPIRED' }],
  ])('never lifts %s: %s', (reason, _fact, paid, facts) => {
    expect(why(paid, all, facts)).toBe(reason);
  });

  test('never replaces an unknown intent', () => {
    expect(refusalOf(movement, null, all)).toBe('UNKNOWN_MEMO');
  });

  test('keeps network, mode, asset, amount and status under any clauses', () =>
    fc.assert(
      fc.property(
        fc.subarray([...all]),
        fc.record({
          network: fc.constantFrom('ethereum', 'polygon'),
          mode: fc.constantFrom('live' as const, 'sandbox' as const),
          assetId: fc.constantFrom(201, 202, null),
          amountBaseUnits: fc.constantFrom('9', '24999999', '25000000', '25000001'),
          memos: fc.subarray(['lastro:cid1', 'lastro:cid2']),
          movements: fc.integer({ min: 1, max: 3 }),
          unsupported: fc.constantFrom(null, 'router'),
          receiver: fc.constantFrom('0xaa', '0xab'),
          blockTime: fc.constantFrom(time(60), time(9_999), null),
        }),
        fc.constantFrom('PENDING' as const, 'ACCEPTED' as const, 'EXPIRED' as const),
        (setAside, paid, status) => {
          if (refusalOf(paid, { ...intent, status }, setAside) !== null) return;
          expect([paid.network, paid.mode, paid.assetId, status]).toEqual(['ethereum', 'sandbox', 201, 'PENDING']);
          expect(BigInt(paid.amountBaseUnits)).toBeGreaterThanOrEqual(25_000_000n);
        },
      ),
    ));
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

  test('counts an unknown block time as in time', () => {
    expect(judge({ blockTime: null }, {}).reason).toBeNull();
  });

  test('counts an unreadable block time as late', () => {
    expect(judge({ blockTime: 'soon' }, {}).reason).toBe('LATE');
  });

  test('takes the tolerance of its network', () => {
    expect(judge({ blockTime: time(301) }, { blockTimeToleranceSeconds: 0 }).reason).toBe('LATE');
    expect(judge({ blockTime: time(300) }, { blockTimeToleranceSeconds: 0 }).reason).toBeNull();
  });
});

describe('a deposit in time for a closed intent', () => {
  test.each([
    [time(330), true],
    [time(331), false],
  ])('is judged at %s as in time: %s', (blockTime, inTime) => {
    expect(judge({ blockTime }, { status: 'EXPIRED' })).toMatchObject({ reason: 'INTENT_CLOSED', inTime });
  });

  test('is not in time as a duplicate: its intent was served', () => {
    expect(judge({}, { status: 'ACCEPTED' }).inTime).toBe(false);
  });
});

describe('candidates', () => {
  test('name the intent that refused, and its reason', () => {
    const { candidates } = judge({ amountBaseUnits: '1' }, {});
    expect(candidates).toEqual([{ intentId: 'cid1', reason: 'UNDERPAID' }]);
  });
  test('name each of several intents, with its own reason', () => {
    const { reason, candidates } = judge(
      { memos: ['lastro:cid1', 'lastro:cid2'] },
      {},
      { intentId: 'cid2', memo: 'lastro:cid2', status: 'EXPIRED' },
    );
    expect([reason, candidates]).toEqual([
      'AMBIGUOUS',
      [
        { intentId: 'cid1', reason: 'AMBIGUOUS' },
        { intentId: 'cid2', reason: 'INTENT_CLOSED' },
      ],
    ]);
  });
  test('name the intent of an unsupported transfer', () => {
    const { candidates } = judge({ unsupported: 'router' }, {});
    expect(candidates).toEqual([{ intentId: 'cid1', reason: 'UNSUPPORTED_TRANSFER' }]);
  });
  test('are the intents that the transaction names', () => {
    expect(judge({}, { intentId: 'cid2', memo: 'lastro:cid2' }).candidates).toEqual([]);
  });
  test('are empty when the deposit fits no intent', () => {
    expect(judge({}).candidates).toEqual([]);
  });
});
