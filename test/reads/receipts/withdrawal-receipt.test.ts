import type { LedgerEvent } from '../../../aggregates/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { receiptHtml } from '../../../src/http/receipts/receipt-html';
import { findReceipt } from '../../../src/reads/receipts/find-receipt';
import { core, happened } from '../../core';

type Shared = 'PayoutRequested' | 'PayoutDispatched' | 'PayoutSettled' | 'PayoutReturned' | 'ReturnResolved';

/** An event type that cash-outs and withdrawals share, in the stream of a withdrawal. */
const shared = (type: Shared, differences: object = {}): LedgerEvent => {
  const { intentId: _ofCashout, ...data } = event(type).data;
  return { type, data: { withdrawId: 'wd1', ...data, amountCents: '9900', ...differences } } as unknown as LedgerEvent;
};

const debited = [event('WithdrawalRequested'), event('RedemptionSent'), event('RedemptionSettled')];
const sent = [...debited, shared('PayoutRequested'), shared('PayoutDispatched')];
const completed = [...sent, shared('PayoutSettled'), event('WithdrawalCompleted')];

const told = async (events: readonly LedgerEvent[], isErased = false) => {
  const { eventStore } = core();
  await happened(eventStore, event('UserRegistered'), ...events);
  if (isErased) await happened(eventStore, event('SubjectErased'));
  return findReceipt(eventStore)('wd1');
};

test('makes a receipt of a completed withdrawal from its stream', async () => {
  expect(await told(completed)).toEqual({
    ...{ paymentId: 'wd1', userId: 'u1', mode: 'sandbox', payoutKind: 'PIX_KEY', payeeMasked: '***@x.example' },
    ...{ paidCents: 9_900n, returnedCents: 0n, endToEndId: 'E1', paidAt: time(95) },
    transfer: { network: 'ethereum', txid: '0xe1' },
  });
});

test('shows a withdrawal with a partial return as RETURNED', async () => {
  const receipt = await told([...completed, shared('PayoutReturned', { amountCents: '400' })]);
  expect(receipt).toMatchObject({ paidCents: 9_900n, returnedCents: 400n });
  if (receipt === null) throw new Error('no receipt');
  expect(receiptHtml(receipt)).toContain('RETURNED');
  expect(receiptHtml(receipt)).toContain('R$ 4.00');
});

test('shows the second payment in place of the first', async () => {
  const key2 = { attempt: 2, providerKey: 'key2' } as const;
  const resolved = shared('ReturnResolved', { how: 'PAID_AGAIN', amountBaseUnits: null });
  const requested = [...completed, shared('PayoutReturned'), resolved, shared('PayoutRequested', key2)];
  expect(await told(requested)).toMatchObject({ endToEndId: 'E1', paidAt: time(95), returnedCents: 9_900n });
  const settled = shared('PayoutSettled', { ...key2, endToEndId: 'E2', settledAt: time(400) });
  const again = [...requested, shared('PayoutDispatched', key2), settled];
  expect(await told(again)).toMatchObject({ endToEndId: 'E2', paidAt: time(400), returnedCents: 0n });
});

test.each([
  ['was only requested', debited.slice(0, 1)],
  ['waits for its payout', debited],
  ['was sent', sent],
  ['failed', [...debited.slice(0, 2), event('RedemptionFailed'), event('WithdrawalFailed')]],
])('makes no receipt of a withdrawal that %s', async (_what, events) => expect(await told(events)).toBeNull());
