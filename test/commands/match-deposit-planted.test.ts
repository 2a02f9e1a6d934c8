import type { Movement } from '../../aggregates/chain';
import type { UnmatchedReason } from '../../aggregates/deposit/events';
import { matchDeposit, type Proposal } from '../../commands/deposit/match-deposit';
import { intentCreated, time } from '../../packages/testing/src/samples/sample-data';
import { event } from '../../packages/testing/src/samples/sample-events';
import { core, eventsOf, happened, typesOf } from '../core';
import fc from '../properties';

// A bug or an intruder wrote a wrong row into the proposals: no payout may follow.

const depositId = 'ethereum:0xd1:0';
const planted = (intentId: string): Proposal => ({ verdict: 'MATCH', depositId, intentId, causeEventId: 'planted' });

const given = async (paid: Partial<Movement>, terms: Partial<typeof intentCreated> = {}) => {
  const deps = core();
  await happened(deps.eventStore, event('CashoutIntentCreated', terms));
  await happened(deps.eventStore, event('CashoutIntentCreated', { intentId: 'cid2', memo: 'lastro:cid2', ...terms }));
  await happened(deps.eventStore, event('DepositObserved', paid), event('DepositFinalised', paid));
  return deps;
};

test.each<[string, UnmatchedReason, Partial<Movement>, Partial<typeof intentCreated>]>([
  ['no memo', 'NO_MEMO', { memos: [] }, {}],
  ['a memo that nobody was given', 'UNKNOWN_MEMO', { memos: ['lastro:other'] }, {}],
  ['two memos and five movements', 'AMBIGUOUS', { memos: ['lastro:cid1', 'lastro:cid2'], movements: 5 }, {}],
  ['five movements', 'AMBIGUOUS', { movements: 5 }, {}],
  ['three days late', 'LATE', { blockTime: time(3 * 86_400) }, {}],
  ['a year early', 'LATE', { blockTime: time(-365 * 86_400) }, {}],
  ['another receiver', 'WRONG_NETWORK', { receiver: '0xab' }, {}],
  ['no direct transfer', 'UNSUPPORTED_TRANSFER', { unsupported: 'NOT_A_DIRECT_TRANSFER' }, {}],
  ['another mode', 'WRONG_NETWORK', { mode: 'sandbox' }, { mode: 'live' }],
  ['another network', 'WRONG_NETWORK', {}, { network: 'polygon' }],
  ['another asset', 'WRONG_ASSET', { assetId: 202 }, {}],
  ['an asset that nobody knows', 'WRONG_ASSET', { assetId: null }, {}],
  ['too little', 'UNDERPAID', { amountBaseUnits: '24999999' }, {}],
])('pays no intent and moves the deposit into the inbox, with an alert: %s as %s', async (_name, reason, paid, terms) => {
  const deps = await given(paid, terms);
  await matchDeposit(deps)(planted('cid1'));
  await matchDeposit(deps)(planted('cid1'));
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated']);
  const [, , last, ...more] = await eventsOf(deps.eventStore, `deposit-${depositId}`);
  expect([last, more]).toMatchObject([{ type: 'DepositUnmatched', data: { reason, ruleVersion: 2 } }, []]);
  expect(deps.alerts.length).toBeGreaterThan(0);
});

test.each<[string, Proposal]>([
  ['another intent', planted('cid2')],
  ['an intent that there is not', planted('cid3')],
  [
    'the inbox',
    {
      verdict: 'UNMATCHED',
      depositId,
      reason: 'LATE',
      candidates: [],
      inTime: false,
      ruleVersion: 2,
      causeEventId: 'x',
    },
  ],
])('pays the named intent of an honest payment that a wrong row proposes for %s, with an alert', async (_name, proposal) => {
  const deps = await given({});
  await matchDeposit(deps)(proposal);
  await matchDeposit(deps)(proposal);
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated', 'DepositAccepted']);
  expect(await typesOf(deps.eventStore, 'cashout-cid2')).toEqual(['CashoutIntentCreated']);
  expect((await eventsOf(deps.eventStore, `deposit-${depositId}`)).at(-1)).toMatchObject({
    type: 'DepositMatched',
    data: { intentId: 'cid1' },
  });
  expect(deps.alerts.map(({ what }) => what)).toContain(
    'A proposal was wrong: the memo of the deposit names another intent',
  );
});

test('keeps the second of two payments a duplicate while the first is not accepted yet', async () => {
  const deps = await given({});
  const candidates = [{ intentId: 'cid1', reason: 'DUPLICATE' as const }];
  const rest = { candidates, inTime: false, ruleVersion: 2, causeEventId: 'x' };
  await matchDeposit(deps)({ verdict: 'UNMATCHED', depositId, reason: 'DUPLICATE', ...rest });
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated']);
});

test('puts an unclaimable payment into the inbox once, under any proposal', async () => {
  const deps = await given({ memos: ['lastro:other'] });
  await matchDeposit(deps)(planted('cid3'));
  await matchDeposit(deps)(planted('cid2'));
  expect((await eventsOf(deps.eventStore, `deposit-${depositId}`)).slice(2)).toMatchObject([
    { type: 'DepositUnmatched', data: { reason: 'UNKNOWN_MEMO', candidates: [] } },
  ]);
  for (const id of ['cid1', 'cid2', 'cid3'])
    expect(await typesOf(deps.eventStore, `cashout-${id}`)).not.toContain('DepositAccepted');
});

describe('a deposit with any proposal', () => {
  const paid = fc.record({
    network: fc.constantFrom('ethereum', 'ethereum', 'polygon'),
    receiver: fc.constantFrom('0xaa', '0xaa', '0xab'),
    assetId: fc.constantFrom(201, 201, 202, null),
    amountBaseUnits: fc.constantFrom('25000000', '25000001', '24999999', '9'),
    memos: fc.constantFrom(['lastro:cid1'], ['lastro:cid1'], ['lastro:cid2'], ['lastro:cid1', 'lastro:cid2'], []),
    movements: fc.constantFrom(1, 1, 2),
    unsupported: fc.constantFrom(null, null, 'router'),
    blockTime: fc.constantFrom(-21, -20, 60, 330, 331).map(time),
    mode: fc.constantFrom('sandbox' as const, 'live' as const),
  });
  type Paid = typeof paid extends fc.Arbitrary<infer Value> ? Value : never;
  const proposals = fc.array(fc.constantFrom<string[]>('cid1', 'cid2', 'cid3'), { minLength: 1, maxLength: 4 });
  const isOpen = fc.constantFrom(true, true, false);

  /** States the rule independently of its code. */
  const mayPay = (intentId: string, is: Paid): boolean =>
    is.memos.join() === `lastro:${intentId}` &&
    is.movements === 1 &&
    is.unsupported === null &&
    is.network === 'ethereum' &&
    is.receiver === '0xaa' &&
    is.assetId === 201 &&
    is.mode === 'sandbox' &&
    is.amountBaseUnits.startsWith('2500000') &&
    is.blockTime !== time(-21) &&
    is.blockTime !== time(331);

  test('lets an intent accept a deposit exactly when the rule matches it', () =>
    fc.assert(
      fc.asyncProperty(paid, proposals, isOpen, async (is, proposed, open) => {
        const deps = await given(is);
        const id = `${is.network}:0xd1:0`;
        if (is.network !== 'ethereum')
          await happened(deps.eventStore, event('DepositFinalised', { ...is, depositId: id }));
        if (!open) await happened(deps.eventStore, event('CashoutExpired'));
        for (const intentId of proposed) await matchDeposit(deps)({ ...planted(intentId), depositId: id });
        for (const intentId of ['cid1', 'cid2']) {
          const accepted = (await typesOf(deps.eventStore, `cashout-${intentId}`)).includes('DepositAccepted');
          const may = mayPay(intentId, is) && (open || intentId !== 'cid1');
          expect([intentId, accepted]).toEqual([intentId, may]);
        }
        const last = (await typesOf(deps.eventStore, `deposit-${id}`)).at(-1);
        expect(['DepositMatched', 'DepositUnmatched']).toContain(last);
      }),
    ));
});
