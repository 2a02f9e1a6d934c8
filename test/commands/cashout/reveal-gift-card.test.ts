import { MAXIMUM_REVEALS } from '../../../aggregates/cashout/cashout';
import { revealGiftCard } from '../../../commands/cashout/reveal-gift-card';
import { intentCreated, time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened } from '../../core';
import { faultyStore } from '../../doubles/faulty-store';

const PIN = 'SBX-AAAAA-BBBBB-CCCCC';
const PAID_AGAIN = { how: 'PAID_AGAIN', amountBaseUnits: null } as const;
const user = { userId: 'u1', partnerId: 'p1', mode: 'sandbox' } as const;

const bought = async () => {
  const deps = core();
  const giftCardPin = await deps.vault.seal('u1', PIN);
  await happened(
    deps.eventStore,
    event('CashoutIntentCreated', { payout: { ...intentCreated.payout, kind: 'GIFT_CARD' } }),
    ...(['DepositAccepted', 'PayoutRequested', 'PayoutDispatched'] as const).map((type) => event(type)),
    event('PayoutSettled', { giftCardPin }),
    event('CashoutCompleted'),
  );
  let asked = 0;
  const context = () => asking(`reveal${asked++}`, { actor: { kind: 'user', id: 'u1' } });
  const reveal = (who: Parameters<ReturnType<typeof revealGiftCard>>[0]['user'] = user) =>
    revealGiftCard(deps)({ user: who, intentId: 'cid1' }, context());
  const since = async () => (await deps.eventStore.readStream('cashout-cid1')).slice(6);
  return { deps, reveal, since, context };
};

test('shows the owner the card, and records the reader, the time and the request', async () => {
  const { reveal, since } = await bought();
  expect(await reveal()).toBe(PIN);
  expect(await since()).toMatchObject([
    {
      type: 'GiftCardRevealed',
      data: { intentId: 'cid1', revealedAt: time(0) },
      metadata: { actor: { kind: 'user', id: 'u1' }, requestId: 'request1', subjectId: 'u1' },
    },
  ]);
  expect(JSON.stringify((await since()).map(({ data, metadata }) => [data, metadata]))).not.toContain(PIN);
});

test('records each reading as one event, and shows no PIN beyond the limit', async () => {
  const { reveal, since } = await bought();
  for (let reading = 0; reading < MAXIMUM_REVEALS; reading += 1) expect(await reveal()).toBe(PIN);
  expect(await reveal()).toBeNull();
  expect(await since()).toHaveLength(MAXIMUM_REVEALS);
});

test('reveals the new card after a second purchase, as often as the first', async () => {
  const { deps, reveal } = await bought();
  for (let reading = 0; reading < MAXIMUM_REVEALS; reading += 1) await reveal();
  const key2 = { attempt: 2, providerKey: 'key2' } as const;
  const again = [event('PayoutRequested', key2), event('PayoutDispatched', key2)];
  await happened(deps.eventStore, event('PayoutReturned'), event('ReturnResolved', PAID_AGAIN), ...again);
  expect(await reveal()).toBeNull();
  const giftCardPin = await deps.vault.seal('u1', 'SBX-22222-22222-22222');
  await happened(deps.eventStore, event('PayoutSettled', { ...key2, giftCardPin }));
  expect(await reveal()).toBe('SBX-22222-22222-22222');
});

test.each([
  ['user', { ...user, userId: 'u2' }],
  ['partner', { ...user, partnerId: 'p2' }],
  ['mode', { ...user, mode: 'live' as const }],
])('refuses the card of another %s as an unknown intent', async (_what, who) => {
  const { deps, reveal, since, context } = await bought();
  const refusal = { rejection: { code: 'INTENT_NOT_FOUND' } };
  await expect(reveal(who)).rejects.toMatchObject(refusal);
  await expect(revealGiftCard(deps)({ user, intentId: 'cid9' }, context())).rejects.toMatchObject(refusal);
  expect(await since()).toEqual([]);
});

test('shows no PIN of an erased user, and records no reading', async () => {
  const { deps, reveal, since } = await bought();
  await deps.vault.erase('u1');
  expect([await reveal(), await since()]).toEqual([null, []]);
});

test('refuses a reading that cannot be recorded', async () => {
  const { deps, context } = await bought();
  const eventStore = faultyStore(deps.eventStore, () => 'lost before');
  await expect(revealGiftCard({ ...deps, eventStore })({ user, intentId: 'cid1' }, context())).rejects.toMatchObject({
    rejection: { code: 'SERVICE_UNAVAILABLE' },
  });
});
