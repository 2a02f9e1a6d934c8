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
  ['ACTIVE', 'Whether sandbox has its charge is not known yet.', [created]],
  ['ACTIVE', `No PIX has come for it yet; it may be paid until ${time(300)}.`, charged],
  ['ACTIVE', 'The PIX E1 pays it; its crypto is to be delivered.', accepted],
  ['COMPLETED', 'The crypto arrived in 0xd9.', done],
  ['COMPLETED', 'The PIX E1 paid it; the partner credits the wallet.', [...accepted, event('CashinCompleted')]],
  ['EXPIRED', `Its charge was cancelled after ${time(300)}`, [...charged, event('CashinExpired')]],
  ['FAILED', 'It failed, and nothing is delivered any more.', [...accepted, event('CashinFailed')]],
] as const)('%s: %s', async (status, because, history) => {
  const explanation = await explained(history);
  expect(explanation).toMatchObject({ intentId: 'cash1', status, because: expect.stringContaining(because) });
});

test.each([
  ['is asked for the charge', [created]],
  ['COMPLETED: a PIX of exactly 15000 cents', charged],
  ['A worker asks for the delivery', accepted],
  ['The dispute of its PIX is decided, or its user is unblocked', disputed],
  ['A worker prepares delivery delivery1', requested],
  ['sandbox says what became of delivery delivery1', sent],
  [
    `The next attempt at the delivery is due at ${time(90)}`,
    [...requested, event('DeliveryFailed', { nextAttemptAt: time(90) })],
  ],
] as const)('is moved when: %s', async (sentence, history) => {
  expect((await explained(history)).movesWhen.join('\n')).toContain(sentence);
});

test('names a PIX that goes back', async () => {
  const due = [...accepted, event('CashinFailed'), event('ChargeRefundDue')];
  expect((await explained(due)).because).toContain('The PIX E1 is owed back (DELIVERY_FAILED).');
  const back = [...due, event('ChargeRefundDispatched'), event('ChargeRefundDone')];
  expect((await explained(back)).because).toContain('The PIX E1 was sent back (DELIVERY_FAILED).');
});

test('names the part that was not split off, until the PIX goes back', async () => {
  const owed = 'The partner is owed 75 cents, which its charge did not split off.';
  expect((await explained(done)).because).toBe(`The crypto arrived in 0xd9. ${owed}`);
  expect((await explained(accepted)).because).toContain(owed);
  expect((await explained([...accepted, event('SplitApplied', { amountCents: '70' })])).because).toContain('5 cents');
  for (const history of [charged, [...accepted, event('SplitApplied')], [...accepted, event('CashinFailed')]])
    expect((await explained(history)).because).not.toContain('owed');
});

test('names the reason of each hold', async () => {
  expect((await explained(accepted, false)).heldBy).toEqual([
    'sandbox is not configured: it cannot be asked',
    'sandbox is not configured: it cannot be asked',
  ]);
  expect((await explained([...accepted, event('DisputeOpened')])).heldBy).toEqual([
    'The PIX is disputed or lost, or an operator must look',
  ]);
  expect((await explained([...charged, event('CashinContradicted')])).heldBy).toEqual([
    'A provider has contradicted itself: an operator must look',
  ]);
  expect((await explained([...accepted, event('CashinHeld')])).heldBy).toEqual([
    `It is held since ${time(420)}, since the log lost what came after ${time(0)}: \`ledger release\` asks every provider and lets it go on`,
  ]);
  const word = event('CashinDecisionProposed');
  const said =
    'ana has said how it was ended: nothing is sent beside that, and another operator says the same (`ledger decide`)';
  expect((await explained([...accepted, word])).heldBy).toEqual([said]);
  const due = [...accepted, word, event('CashinFailed'), event('ChargeRefundDue')];
  expect((await explained(due)).heldBy).toEqual([said]);
  expect((await explained([...done, word])).heldBy).toEqual([]);
  expect((await explained([...charged, event('CashinHeld'), event('CashinReleased')])).heldBy).toEqual([]);
  expect((await explained(charged)).heldBy).toEqual([]);
});
