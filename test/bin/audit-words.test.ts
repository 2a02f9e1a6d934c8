import { EVERY_EVENT_TYPE, event } from '../../packages/testing/src/samples/sample-events';
import { detailOf } from '../../src/bin/ledger/audit-words';
import { expectEveryRow } from '../every-row';

const ASSETS = [{ assetId: 201, symbol: 'USDC', decimals: 6 }];
const detail = (each: { readonly type: string; readonly data: object }): string =>
  detailOf({ type: each.type, data: JSON.parse(JSON.stringify(each.data)) }, ASSETS);

test.each([
  [event('KycStatusChanged'), 'PENDING -> APPROVED'],
  [event('KycSessionStatusChanged', { rejectionReason: 'SANCTIONS' }), 'PENDING -> APPROVED, SANCTIONS'],
  [event('DepositObserved', { amountBaseUnits: '24000000' }), 'amount 24 USDC'],
  [event('DepositObserved', { assetId: null }), 'amount 25000000 base units'],
  [event('DepositUnmatched'), 'UNDERPAID, refused.amount 24 USDC'],
  [event('DepositWrittenOff'), 'WRITTEN_OFF, no owner, amount 25 USDC'],
  [event('DepositRefunded'), 'REFUNDED, no owner, amount 25 USDC'],
  [event('DepositAccepted'), 'PROCESSING, amount 25 USDC'],
  [event('CashoutFailed'), 'No such key, KEY_NOT_FOUND'],
  [event('WatermarkReached'), ''],
] as const)('writes the new state, reasons and amounts of an event (%#)', (each, words) =>
  expect(detail(each)).toBe(words));

test('writes the amounts of an intent in its asset and in BRL', () => {
  const words = detail(event('CashoutIntentCreated'));
  expect(words).toMatch(/^PENDING, /);
  for (const amount of ['amount 25 USDC', 'total 152.25 BRL', 'payout.amount 150 BRL', 'fees.total 2.25 BRL'])
    expect(words).toContain(amount);
});

test('writes every event', () =>
  expectEveryRow(EVERY_EVENT_TYPE, String, (type) => expect(typeof detail(event(type))).toBe('string')));
