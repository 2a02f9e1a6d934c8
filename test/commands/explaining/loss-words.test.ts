import type { PayoutState } from '../../../aggregates/payout/state';
import { lossHolds } from '../../../commands/explaining/loss-words';

const due = { number: 1, reason: 'PAYOUT_FAILED', network: 'ethereum', assetId: 201, amountBaseUnits: '5' };
const failed = { phase: 'FAILED', contradictions: [], dues: [due] } as const;
const loss = { since: '2026-11-20T12:00:00.000Z', isTold: false };

test('it is said since when the log knows nothing, and what lets it go on', () => {
  const [said] = lossHolds({ ...failed, loss });
  expect(said).toContain(loss.since);
  expect(said).toContain('ledger release');
});

test.each<[string, PayoutState]>([
  ['was lost', failed],
  ['is unsaid', { ...failed, loss: { ...loss, isTold: true } }],
  ['is owed', { ...failed, dues: [{ ...due, txid: '0xf1' }], loss }],
  ['has ended', { ...failed, phase: 'NONE', loss }],
])('where nothing %s, nothing is said', (_what, payout) => expect(lossHolds(payout)).toEqual([]));
