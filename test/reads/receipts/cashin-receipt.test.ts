import type { CashinEvent } from '../../../aggregates/cashin/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { receiptHtml } from '../../../src/http/receipts/receipt-html';
import { findReceipt } from '../../../src/reads/receipts/find-receipt';
import { core, happened } from '../../core';

const charged = [event('CashinIntentCreated'), event('ChargeCreated')];
const accepted = [...charged, event('PixReceived'), event('PixAccepted')];
const delivered = [...accepted, event('DeliveryRequested'), event('DeliverySent'), event('DeliveryConfirmed')];
const completed = [...delivered, event('CashinCompleted')];
const failed = [...accepted, event('CashinFailed'), event('ChargeRefundDue'), event('ChargeRefundDispatched')];

const told = async (events: readonly CashinEvent[], isErased = false) => {
  const { eventStore } = core();
  await happened(eventStore, event('UserRegistered'), ...events);
  if (isErased) await happened(eventStore, event('SubjectErased'));
  return findReceipt(eventStore)('cash1');
};

test('makes a receipt of a completed cash-in from its stream', async () => {
  expect(await told(completed)).toEqual({
    ...{ paymentId: 'cash1', userId: 'u1', mode: 'sandbox', payoutKind: 'PIX_BRCODE', payeeMasked: '0xbb' },
    ...{ paidCents: 15_000n, returnedCents: 0n, endToEndId: 'E1', paidAt: time(60) },
    transfer: { network: 'ethereum', txid: '0xd9' },
  });
});

test('makes a receipt of a refunded cash-in without a transaction', async () => {
  const receipt = await told([...failed, event('ChargeRefundDone')]);
  expect(receipt).toMatchObject({ paidCents: 15_000n, returnedCents: 15_000n, transfer: null });
  if (receipt === null) throw new Error('no receipt');
  expect(receiptHtml(receipt)).toContain('RETURNED');
  expect(receiptHtml(receipt)).not.toContain('Transaction');
});

test.each([
  ['waits to be paid', charged],
  ['waits for its delivery', accepted],
  ['is due for refund', failed],
  ['expired', [...charged, event('CashinExpired')]],
])('makes no receipt of a cash-in that %s', async (_what, events) => expect(await told(events)).toBeNull());
