import type { EventType } from '../../aggregates/events';
import { EVERY_EVENT_TYPE, recorded } from '../../packages/testing/src/samples/sample-events';
import { deliveryIdOf, NOTIFICATION_NAMES, notificationOf, reportsOf } from '../../projections/notifications';

test('every notification has a name for the filter', () => {
  const told = EVERY_EVENT_TYPE.flatMap((type) => reportsOf(recorded(type))).map(
    ({ notification }) => notification.event,
  );
  expect([...told].sort()).toEqual([
    ...['CASHIN_COMPLETED', 'CASHIN_EXPIRED', 'CASHIN_FAILED', 'CASHIN_REFUNDED'],
    'DEPOSIT_UNMATCHED',
    ...['INTENT_COMPLETED', 'INTENT_CONFIRMED', 'INTENT_EXPIRED', 'INTENT_FAILED', 'KYC_APPROVED', 'KYC_PENDING'],
    ...['WITHDRAW_COMPLETED', 'WITHDRAW_FAILED'],
  ]);
  expect(NOTIFICATION_NAMES).toEqual(expect.arrayContaining([...told]));
});

test('sends expiry, PIX refunds and unmatched deposits only to destinations that name them', () => {
  const isOptIn = (type: EventType) => reportsOf(recorded(type)).some(({ notification }) => notification.optIn);
  expect(EVERY_EVENT_TYPE.filter(isOptIn)).toEqual([
    ...['CashoutExpired', 'CashinExpired', 'ChargeRefundDone', 'DepositUnmatched'],
  ]);
});

test('makes the id of a delivery from the first 16 bytes of the SHA-256 of its event, in base32', () => {
  expect(deliveryIdOf('6f1d7c52-9f0e-5d0b-9a53-0c4a3a1f7e21')).toBe('evt_qeynkt7lnwhevq27iz57hcyiqq');
});

test('writes amounts as decimal numbers', () => {
  const told = notificationOf(recorded('DepositAccepted', { amountBaseUnits: '1234567890123456789', decimals: 18 }));
  expect(told?.data).toMatchObject({ amount: '1.234567890123456789' });
  expect(notificationOf(recorded('CashoutCompleted', { amountCents: '10' }))?.data).toMatchObject({
    invoiceValue: 0.1,
  });
});
