import type { CashinEvent } from '../../../aggregates/cashin/events';
import { explainCashin } from '../../../commands/cashin/explain-cashin';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { core, happened } from '../../core';

const explained = async (history: readonly CashinEvent[], isThere = true) => {
  const { eventStore } = core();
  await happened(eventStore, ...history);
  const isProviderThere = () => isThere;
  const explain = explainCashin({
    ...{ eventStore, isChargeProviderThere: isProviderThere, isDeliveryProviderThere: isProviderThere },
  });
  return explain('cash1');
};

const created = event('CashinIntentCreated');
const charged = [created, event('ChargeCreated')];
const accepted = [...charged, event('PixReceived'), event('PixAccepted')];
const partners = event('CashinIntentCreated', { deliveryMode: 'PARTNER', deliveryProvider: null });
const disputed = [partners, ...accepted.slice(1), event('DisputeOpened')];
const requested = [...accepted, event('DeliveryRequested')];
const sent = [...requested, event('DeliverySent')];
const done = [...sent, event('DeliveryConfirmed'), event('CashinCompleted')];

test.each([
  ['ACTIVE', 'sandbox has not confirmed the charge yet.', [created]],
  ['ACTIVE', `The cash-in waits for its PIX until ${time(300)}.`, charged],
  ['ACTIVE', 'PIX E1 pays the cash-in; the delivery of the crypto is next.', accepted],
  ['COMPLETED', 'Transaction 0xd9 delivered the crypto.', done],
  ['COMPLETED', 'PIX E1 paid the cash-in; the partner credits the wallet.', [...accepted, event('CashinCompleted')]],
  ['EXPIRED', `The charge was cancelled after ${time(300)}`, [...charged, event('CashinExpired')]],
  ['FAILED', 'The cash-in failed; no delivery follows.', [...accepted, event('CashinFailed')]],
] as const)('%s: %s', async (status, because, history) => {
  const explanation = await explained(history);
  expect(explanation).toMatchObject({ intentId: 'cash1', status, because: expect.stringContaining(because) });
});

test.each([
  ['for the charge, and repeats', [created]],
  ['COMPLETED: a PIX of exactly 15000 cents', charged],
  ['A worker asks for the delivery', accepted],
  ['The bank decides the dispute of the PIX, or the partner or an operator unblocks the user', disputed],
  ['A worker prepares delivery delivery1', requested],
  ['sandbox reports the outcome of delivery delivery1', sent],
  [
    `The next attempt of the delivery starts at ${time(90)}`,
    [...requested, event('DeliveryFailed', { nextAttemptAt: time(90) })],
  ],
] as const)('is moved when: %s', async (sentence, history) => {
  expect((await explained(history)).movesWhen.join('\n')).toContain(sentence);
});

test('names a refunded PIX', async () => {
  const due = [...accepted, event('CashinFailed'), event('ChargeRefundDue')];
  expect((await explained(due)).because).toContain('The PIX E1 is due for refund (DELIVERY_FAILED).');
  const back = [...due, event('ChargeRefundDispatched'), event('ChargeRefundDone')];
  expect((await explained(back)).because).toContain('The PIX E1 was refunded (DELIVERY_FAILED).');
});

test('names the part that was not split, until the PIX is refunded', async () => {
  const owed = 'The charge was not split: the service owes the partner 75 cents.';
  expect((await explained(done)).because).toBe(`Transaction 0xd9 delivered the crypto. ${owed}`);
  expect((await explained(accepted)).because).toContain(owed);
  expect((await explained([...accepted, event('SplitApplied', { amountCents: '70' })])).because).toContain('5 cents');
  for (const history of [charged, [...accepted, event('SplitApplied')], [...accepted, event('CashinFailed')]])
    expect((await explained(history)).because).not.toContain('owed');
});

test('names the reason of each hold', async () => {
  expect((await explained(accepted, false)).heldBy).toEqual([
    'sandbox is not configured: the service cannot ask it',
    'sandbox is not configured: the service cannot ask it',
  ]);
  expect((await explained([...accepted, event('DisputeOpened')])).heldBy).toEqual([
    'The PIX is disputed or lost, or an operator must check',
  ]);
  expect((await explained([...charged, event('CashinContradicted')])).heldBy).toEqual([
    'A provider has contradicted itself: an operator must check',
  ]);
  expect((await explained([...accepted, event('CashinHeld')])).heldBy).toEqual([
    `The cash-in has been on hold since ${time(420)} after a loss of the log from ${time(0)} on: \`ledger release\` asks every provider and continues it`,
  ]);
  const word = event('CashinDecisionProposed');
  const said =
    'ana has proposed an end: the service sends no order until a second operator confirms it (`ledger decide`)';
  expect((await explained([...accepted, word])).heldBy).toEqual([said]);
  const due = [...accepted, word, event('CashinFailed'), event('ChargeRefundDue')];
  expect((await explained(due)).heldBy).toEqual([said]);
  expect((await explained([...done, word])).heldBy).toEqual([]);
  expect((await explained([...charged, event('CashinHeld'), event('CashinReleased')])).heldBy).toEqual([]);
  expect((await explained(charged)).heldBy).toEqual([]);
});
