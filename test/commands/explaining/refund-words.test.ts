import { refundWords } from '../../../commands/explaining/refund-words';

const due = { reason: 'PAYOUT_FAILED', network: 'ethereum', assetId: 201, amountBaseUnits: '5' };
const said = (...dues: NonNullable<Parameters<typeof refundWords>[0]['dues']>) =>
  refundWords({ phase: 'FAILED', contradictions: [], dues });

test('names recorded and waiting refunds, and omits refunds that are only due', () => {
  expect(refundWords({ phase: 'FAILED', contradictions: [] })).toBe('');
  expect(said({ ...due, number: 1 })).toBe('');
  const waiting = { ...due, number: 2, refundableFrom: '2026-11-21T12:00:00.000Z' };
  expect(said({ ...due, number: 1, txid: '0xf1' }, waiting)).toBe(
    ' Transaction 0xf1 of ethereum refunded due 1.' + ' Due 2 can be refunded from 2026-11-21T12:00:00.000Z.',
  );
});
