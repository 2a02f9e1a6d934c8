import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { time } from '../../../packages/testing/src/samples/sample-time';
import { notificationOf } from '../../../projections/notifications';

test('WithdrawalCompleted notifies WITHDRAW_COMPLETED in reais', () =>
  expect(notificationOf(recorded('WithdrawalCompleted', { grossCents: '10050', netCents: '9950' }))).toEqual({
    event: 'WITHDRAW_COMPLETED',
    optIn: false,
    status: 'COMPLETED',
    data: {
      ...{ baasTransactionId: 'sbx_1', endToEndId: 'E1', amount: 100.5, fee: 1, netAmount: 99.5, currency: 'BRL' },
      ...{ completedAt: time(95), receiptUrl: null },
    },
  }));

test('WithdrawalCompleted without an end-to-end id names none', () =>
  expect(notificationOf(recorded('WithdrawalCompleted', { endToEndId: null }))?.data).not.toHaveProperty('endToEndId'));

test('WithdrawalFailed notifies WITHDRAW_FAILED, and whether the wallet was debited', () =>
  expect(notificationOf(recorded('WithdrawalFailed', { refundDue: true }))).toEqual({
    event: 'WITHDRAW_FAILED',
    optIn: false,
    status: 'FAILED',
    data: { reason: 'The transfer was reverted', reasonCode: 'REVERTED', failedAt: time(78), refundDue: true },
  }));
