import { deliveryIdOf, NOTIFICATION_NAMES, notificationOf } from '../../projections/notifications';
import { EVERY_EVENT_TYPE, recorded } from '../samples/sample-events';

test('what is told can be named in a filter', () => {
  const told = EVERY_EVENT_TYPE.flatMap((type) => notificationOf(recorded(type))?.event ?? []);
  expect([...told].sort()).toEqual([
    ...['CASHIN_COMPLETED', 'CASHIN_EXPIRED', 'CASHIN_FAILED', 'CASHIN_REFUNDED'],
    ...['INTENT_COMPLETED', 'INTENT_CONFIRMED', 'INTENT_EXPIRED', 'INTENT_FAILED', 'KYC_APPROVED', 'KYC_PENDING'],
    ...['WITHDRAW_COMPLETED', 'WITHDRAW_FAILED'],
  ]);
  expect(NOTIFICATION_NAMES).toEqual(expect.arrayContaining([...told]));
});

test('only expiry, and what went back, is told on request alone', () => {
  const optIn = EVERY_EVENT_TYPE.filter((type) => notificationOf(recorded(type))?.optIn === true);
  expect(optIn).toEqual(['CashoutExpired', 'CashinExpired', 'ChargeRefundDone']);
});

test('a delivery is known by the first 16 bytes of the SHA-256 of its event, in base32', () => {
  expect(deliveryIdOf('6f1d7c52-9f0e-5d0b-9a53-0c4a3a1f7e21')).toBe('evt_qeynkt7lnwhevq27iz57hcyiqq');
});

test('amounts are told as people write them', () => {
  const told = notificationOf(recorded('DepositAccepted', { amountBaseUnits: '1234567890123456789', decimals: 18 }));
  expect(told?.data).toMatchObject({ amount: '1.234567890123456789' });
  expect(notificationOf(recorded('CashoutCompleted', { amountCents: '10' }))?.data).toMatchObject({
    invoiceValue: 0.1,
  });
});
