import type { LedgerEvent } from '../../../aggregates/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { findReceipt } from '../../../src/reads/receipts/find-receipt';
import { core, happened } from '../../core';
import { withClosed } from '../../doubles/closed-streams';

const accepted = [event('UserRegistered'), event('CashoutIntentCreated'), event('DepositAccepted')];
const sent = [...accepted, event('PayoutRequested'), event('PayoutDispatched')];
const paid = [...sent, event('PayoutSettled'), event('CashoutCompleted')];

const told = async (...events: readonly LedgerEvent[]) => {
  const { eventStore } = core();
  for (const one of events) await happened(eventStore, one);
  return findReceipt(eventStore)('cid1');
};

test('makes a receipt of a paid payment from its stream', async () => {
  expect(await told(...paid)).toEqual({
    ...{ paymentId: 'cid1', userId: 'u1', mode: 'sandbox', payoutKind: 'PIX_BRCODE' },
    ...{ paidCents: 15_000n, returnedCents: 0n, payeeMasked: '***@x.example' },
    ...{ endToEndId: 'E1', paidAt: event('CashoutCompleted').data.completedAt },
    transfer: { network: 'ethereum', txid: '0xd1' },
  });
});

test('sums returned parts', async () => {
  const returned = event('PayoutReturned', { amountCents: '4000' });
  expect(await told(...paid, returned, returned)).toMatchObject({ paidCents: 15_000n, returnedCents: 8_000n });
});

describe('a second payment after a full return', () => {
  const key2 = { attempt: 2, providerKey: 'key2' } as const;
  const resolved = event('ReturnResolved', { how: 'PAID_AGAIN', amountBaseUnits: null });
  const onItsWay = [
    ...[...paid, event('PayoutReturned'), resolved],
    ...[event('PayoutRequested', key2), event('PayoutDispatched', key2)],
  ];

  test('shows the returned payment until it is settled', async () => {
    const before = { endToEndId: 'E1', paidAt: time(95), returnedCents: 15_000n };
    expect(await told(...onItsWay)).toMatchObject(before);
  });

  test('is shown after it is settled', async () => {
    const settled = event('PayoutSettled', { ...key2, endToEndId: 'E2', settledAt: time(400) });
    const after = { endToEndId: 'E2', paidAt: time(400), paidCents: 15_000n, returnedCents: 0n };
    expect(await told(...onItsWay, settled)).toMatchObject(after);
  });
});

test.each([
  ['is unknown', []],
  ['waits for its payout', accepted],
  ['was sent', sent],
  ['failed', [...sent, event('PayoutRejected', { nextAttemptAt: null }), event('CashoutFailed')]],
])('makes no receipt of a payment that %s', async (_what, events) => {
  expect(await told(...events)).toBeNull();
});

test('makes no receipt of an erased person, also before the projections know', async () => {
  expect(await told(...paid, event('SubjectErased'))).toBeNull();
});

test('makes no receipt of a closed stream, and throws for an unreadable stream', async () => {
  const { eventStore } = core();
  for (const one of paid) await happened(eventStore, one);
  expect(await findReceipt(withClosed(eventStore, 'cashout-cid1'))('cid1')).toBeNull();
  const away = { readStream: () => Promise.reject(new Error('away')) };
  await expect(findReceipt(away)('cid1')).rejects.toThrow('away');
});
