import type { Movement } from '../../../aggregates/chain';
import type { UnmatchedReason } from '../../../aggregates/deposit/events';
import { matchDeposit, type Proposal } from '../../../commands/deposit/match-deposit';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { core, eventsOf, happened } from '../../core';
import { catalog } from '../../samples/quoting';

const depositId = 'ethereum:0xd1:0';

const unmatched = (reason: UnmatchedReason, ...intentIds: readonly string[]): Proposal => ({
  ...{ verdict: 'UNMATCHED', depositId, reason, inTime: false, ruleVersion: 2, causeEventId: 'final1' },
  candidates: intentIds.map((intentId) => ({ intentId, reason })),
});

const left = async (
  paid: Partial<Movement>,
  proposal: Proposal,
  ...history: readonly Parameters<typeof event>[0][]
) => {
  const deps = { ...core(), catalog };
  await happened(deps.eventStore, event('CashoutIntentCreated', { reference: 'order-17' }));
  await happened(
    deps.eventStore,
    event('CashoutIntentCreated', { intentId: 'cid2', memo: 'lastro:cid2', partnerId: 'p2' }),
  );
  await happened(deps.eventStore, ...history.map((type) => event(type)), event('DepositFinalised', paid));
  await matchDeposit(deps)(proposal);
  return (await eventsOf(deps.eventStore, `deposit-${depositId}`)).at(-1);
};

const named = (label: UnmatchedReason) => [
  { intentId: 'cid1', partnerId: 'p1', mode: 'sandbox', reference: 'order-17', label },
];

test.each<[UnmatchedReason, UnmatchedReason, Partial<Movement>]>([
  ['UNDERPAID', 'UNDERPAID', { amountBaseUnits: '24000000' }],
  ['WRONG_ASSET', 'WRONG_ASSET', { assetId: 202 }],
  ['LATE', 'LATE', { blockTime: time(999) }],
  ['DUPLICATE', 'DUPLICATE', {}],
])('records a deposit of %s with the intent that it names', async (reason, label, paid) => {
  const { txid, network, amountBaseUnits } = { ...event('DepositFinalised').data, ...paid };
  expect(await left(paid, unmatched(reason, 'cid1'))).toMatchObject({
    type: 'DepositUnmatched',
    data: { reason, refused: { txid, network, amountBaseUnits, decimals: 6, intents: named(label) } },
  });
});

test('labels a deposit for an expired intent LATE', async () => {
  const proposal = unmatched('INTENT_CLOSED', 'cid1');
  const event = await left({ blockTime: time(999) }, proposal, 'CashoutExpired');
  expect(event).toMatchObject({ data: { reason: 'INTENT_CLOSED', refused: { intents: named('LATE') } } });
});

test('records both intents of a deposit with two memos', async () => {
  const memos = ['lastro:cid1', 'lastro:cid2'];
  const event = await left({ memos }, unmatched('AMBIGUOUS', 'cid1', 'cid2'));
  const second = { intentId: 'cid2', partnerId: 'p2', mode: 'sandbox', label: 'AMBIGUOUS' };
  expect(event).toMatchObject({ data: { refused: { intents: [...named('AMBIGUOUS'), second] } } });
});

test.each<[string, Partial<Movement>, Proposal]>([
  ['names no intent', { memos: [] }, unmatched('NO_MEMO')],
  ['names another intent than its proposal says', { memos: ['lastro:cid9'] }, unmatched('UNDERPAID', 'cid1')],
  ['is of another mode than the intent', { mode: 'live' }, unmatched('WRONG_NETWORK', 'cid1')],
])('records no intent when the deposit %s', async (_case, paid, proposal) =>
  expect((await left(paid, proposal))?.data).not.toHaveProperty('refused'));

test('records the intent when the matcher proposed a match and the claim refuses', async () => {
  const proposal: Proposal = { verdict: 'MATCH', depositId, intentId: 'cid1', causeEventId: 'final1' };
  const event = await left({ amountBaseUnits: '24000000' }, proposal);
  expect(event).toMatchObject({ type: 'DepositUnmatched', data: { refused: { intents: named('UNDERPAID') } } });
});

test('records an asset that the catalog lacks without decimals', async () => {
  const event = await left({ assetId: null }, unmatched('WRONG_ASSET', 'cid1'));
  expect(event).toHaveProperty('data.refused.intents');
  expect(event).not.toHaveProperty('data.refused.decimals');
});
