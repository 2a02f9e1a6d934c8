import type { StreamName } from '../../../../aggregates/stream';
import { askPayout, readPayout } from '../../../../commands/payout/owners/owners';
import { intentCreated, time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { withdrawalTerms } from '../../../../packages/testing/src/samples/sample-withdrawal-data';
import { record, rejected } from '../../../aggregates/cashout/payout-commands';
import { asking, core, eventsOf, happened } from '../../../core';

const SENT = ['CashoutIntentCreated', 'DepositAccepted', 'PayoutRequested', 'PayoutDispatched'] as const;

const after = async (...types: readonly Parameters<typeof event>[0][]) => {
  const deps = core();
  await happened(deps.eventStore, ...types.map((type) => event(type)));
  return deps;
};

test('owes the payout of a cash-out once its deposit is accepted', async () => {
  const { eventStore } = await after('CashoutIntentCreated');
  expect(await readPayout(eventStore, 'cashout-cid1')).toBeNull();
  expect(await readPayout(eventStore, 'cashout-none')).toBeNull();
  await happened(eventStore, event('DepositAccepted'));
  expect(await readPayout(eventStore, 'cashout-cid1')).toEqual({
    stream: 'cashout-cid1',
    id: 'cid1',
    fundedBy: 'ethereum:0xd1:0',
    partnerId: 'p1',
    mode: 'sandbox',
    userId: 'u1',
    terms: intentCreated.payout,
    payout: { phase: 'NONE', contradictions: [] },
    ...{ sentTo: new Map(), sentAt: new Map() },
  });
});

test('lists the attempts of a payout by key, with their providers', async () => {
  const { eventStore } = await after(...SENT);
  const next = { attempt: 2, providerKey: 'key2' };
  await happened(eventStore, event('PayoutRejected', { nextAttemptAt: time(100) }), event('PayoutRequested', next));
  const sentTo = async () => [...((await readPayout(eventStore, 'cashout-cid1'))?.sentTo ?? [])];
  expect(await sentTo()).toEqual([
    ['key1', 'sandbox'],
    ['key2', null],
  ]);
  await happened(eventStore, event('PayoutDispatched', { ...next, provider: 'another' }));
  expect(await sentTo()).toEqual([
    ['key1', 'sandbox'],
    ['key2', 'another'],
  ]);
});

test('writes the end of the owner in the same append', async () => {
  const deps = await after(...SENT);
  const written = await askPayout(deps, 'cashout-cid1', {
    context: asking('record'),
    command: record(rejected(false), time(85)),
  });
  expect(written.map(({ type }) => type)).toEqual(['PayoutRejected', 'CashoutFailed', 'RefundDue']);
  expect((await eventsOf(deps.eventStore, 'cashout-cid1')).slice(SENT.length)).toEqual(written);
});

test('owes the payout of a withdrawal only once its debit is settled', async () => {
  const { eventStore } = await after('WithdrawalRequested', 'RedemptionSent', 'RedemptionUnknown');
  expect(await readPayout(eventStore, 'withdrawal-wd1')).toBeNull();
  await happened(eventStore, event('RedemptionSettled'));
  expect(await readPayout(eventStore, 'withdrawal-wd1')).toEqual({
    ...{ stream: 'withdrawal-wd1', id: 'wd1', fundedBy: 'ethereum:0xe1:0', partnerId: 'p1', mode: 'sandbox' },
    ...{ userId: 'u1', terms: withdrawalTerms.payout, payout: { phase: 'NONE', contradictions: [] } },
    ...{ sentTo: new Map(), sentAt: new Map() },
  });
});

test.each<StreamName>([
  'user-u1',
  'deposit-ethereum:0xd1:0',
])('refuses %s as a stream that owes payouts', async (stream) => {
  const deps = core();
  await expect(readPayout(deps.eventStore, stream)).rejects.toThrow(`Stream ${stream} has no payouts`);
  expect(() => askPayout(deps, stream, { context: asking(), command: record(rejected(false), time(85)) })).toThrow(
    'has no payouts',
  );
});
