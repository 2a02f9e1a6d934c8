import type { PayoutState } from '../../../aggregates/payout/state';
import { lossHolds } from '../../../commands/explaining/loss-words';

const due = { number: 1, reason: 'PAYOUT_FAILED', network: 'ethereum', assetId: 201, amountBaseUnits: '5' };
const failed = { phase: 'FAILED', contradictions: [], dues: [due] } as const;
const loss = { since: '2026-11-20T12:00:00.000Z', isTold: false };

test('names the start of the loss, and the command that ends the hold', () => {
  const [said] = lossHolds({ ...failed, loss });
  expect(said).toContain(loss.since);
  expect(said).toContain('ledger release');
});

test.each<[string, PayoutState]>([
  ['there is no loss', failed],
  ['the loss is released', { ...failed, loss: { ...loss, isTold: true } }],
  ['every due is refunded', { ...failed, dues: [{ ...due, txid: '0xf1' }], loss }],
  ['no payout has ended', { ...failed, phase: 'NONE', loss }],
])('reports no hold when %s', (_what, payout) => expect(lossHolds(payout)).toEqual([]));
