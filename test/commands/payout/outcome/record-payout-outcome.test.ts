import type { Outcome } from '../../../../aggregates/payout/commands';
import { recordPayoutOutcome } from '../../../../commands/payout/outcome/record-payout-outcome';
import { intentCreated } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { core, happened, typesOf } from '../../../core';

const settled: Outcome = {
  kind: 'SETTLED',
  providerId: 'sbx_1',
  amountCents: '15000',
  endToEndId: 'E1',
  receiptUrl: null,
};
const rejected: Outcome = { kind: 'REJECTED', code: 'KEY_NOT_FOUND', message: 'No such key', retryClass: false };

const dispatched = async () => {
  const deps = core();
  const types = ['CashoutIntentCreated', 'DepositAccepted', 'PayoutRequested', 'PayoutDispatched'] as const;
  await happened(deps.eventStore, ...types.map((type) => event(type)));
  const record = (outcome: Outcome, causeEventId: string) =>
    recordPayoutOutcome(deps)({
      stream: 'cashout-cid1',
      providerKey: 'key1',
      causeEventId,
      outcome,
      dispatchedAt: null,
    });
  return { deps, record, types };
};

test('completes once when a callback, a poll and an answer report the same', async () => {
  const { deps, record, types } = await dispatched();
  await Promise.all(['callback', 'poll', 'answer'].map((cause) => record(settled, cause)));
  await record(settled, 'callback');
  const history = await typesOf(deps.eventStore, 'cashout-cid1');
  expect(history).toEqual([...types, 'PayoutSettled', 'CashoutCompleted']);
  expect(deps.alerts).toEqual([]);
});

test('keeps the first definitive outcome, and alarms at its opposite', async () => {
  const { deps, record, types } = await dispatched();
  await record(settled, 'poll');
  await record(rejected, 'callback');
  const history = await typesOf(deps.eventStore, 'cashout-cid1');
  expect(history).toEqual([...types, 'PayoutSettled', 'CashoutCompleted', 'PayoutContradicted']);
  expect(deps.alerts).toEqual([
    {
      what: 'A provider contradicts itself about a payout',
      facts: {
        stream: 'cashout-cid1',
        providerKey: 'key1',
        detail: 'REJECTED after the intent had been completed',
      },
    },
  ]);
});

test('settles when a wrong amount is corrected in the answer to the same question', async () => {
  const { deps, record, types } = await dispatched();
  await record({ ...settled, amountCents: '1' }, 'poll');
  await record({ ...settled, amountCents: '1' }, 'poll');
  await record(settled, 'poll');
  const history = await typesOf(deps.eventStore, 'cashout-cid1');
  expect(history).toEqual([...types, 'PayoutContradicted', 'PayoutSettled', 'CashoutCompleted']);
});

describe('the PIN of a gift card', () => {
  const PIN = 'SBX-AAAAA-BBBBB-CCCCC';
  const bought = async () => {
    const deps = core();
    const instruction = await deps.vault.seal('u1', '{}');
    await happened(
      deps.eventStore,
      event('CashoutIntentCreated', { payout: { ...intentCreated.payout, kind: 'GIFT_CARD', instruction } }),
      ...(['DepositAccepted', 'PayoutRequested', 'PayoutDispatched'] as const).map((type) => event(type)),
    );
    const record = (outcome: Outcome) =>
      recordPayoutOutcome(deps)({
        ...{ stream: 'cashout-cid1', providerKey: 'key1', causeEventId: 'poll', dispatchedAt: null },
        outcome,
        giftCardPin: PIN,
      });
    return { deps, record };
  };

  test.each<[string, Outcome]>([
    ['settled', settled],
    ['returned', { kind: 'RETURNED', amountCents: '15000', settlement: settled }],
  ])('is in the log only under the key of its user: %s', async (_name, outcome) => {
    const { deps, record } = await bought();
    const [event] = await record(outcome);
    const pin = event?.type === 'PayoutSettled' ? event.data.giftCardPin : undefined;
    expect(await deps.vault.open(pin!)).toBe(PIN);
    const stored = (await deps.eventStore.readStream('cashout-cid1')).map(({ data }) => data);
    expect(JSON.stringify(stored)).not.toContain(PIN);
    await deps.vault.erase('u1');
    expect(await deps.vault.open(pin!)).toBeNull();
  });

  test('is recorded with the cost of the card', async () => {
    const { record } = await bought();
    const cost = { amount: '9.32', currency: 'USD' };
    const [event] = await record({ ...settled, cost });
    expect(event?.data).toMatchObject({ amountCents: '15000', cost, giftCardPin: expect.anything() });
  });

  test('is dropped when the user was erased meanwhile, with an alert', async () => {
    const { deps, record } = await bought();
    await deps.vault.erase('u1');
    const events = await record(settled);
    expect(events.map(({ type }) => type)).toEqual(['PayoutSettled', 'CashoutCompleted']);
    expect(events[0]?.data).not.toHaveProperty('giftCardPin');
    expect(deps.alerts).toMatchObject([{ what: expect.stringContaining('erased'), facts: { stream: 'cashout-cid1' } }]);
    expect(JSON.stringify(deps.alerts)).not.toContain(PIN);
  });
});
