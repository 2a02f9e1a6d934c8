import type { CashoutIntentRow } from '../../../read-models/payments/cashout-intents';
import { intentAnswer } from '../../../src/http/shared/intent-answer';

const row: CashoutIntentRow = {
  intent_id: 'bafkrei',
  quote_id: 'quote-1',
  user_id: 'user-1',
  partner_id: 'partner-1',
  mode: 'sandbox',
  status: 'PROCESSING',
  network: 'ethereum',
  asset_id: 202,
  symbol: 'USDT',
  decimals: 6,
  amount_base_units: '6030000',
  receiver: '0xaa',
  memo: 'lastro:bafkrei',
  payout_kind: 'PIX_KEY',
  payout_cents: '3000',
  total_cents: '3100',
  fee_cents: '100',
  destination_masked: '***',
  deposits: [],
  labels: [],
  timeline: [],
  refund: null,
  attempts: 1,
  reason_code: 'INSUFFICIENT_FUNDS',
  provider_id: null,
  end_to_end_id: null,
  created_at: '2026-11-20T12:00:00.000Z',
  expires_at: '2026-11-20T12:05:00.000Z',
  updated_at: '2026-11-20T12:02:00.000Z',
  confirmed_at: null,
  completed_at: null,
  revision: 4,
  reference: null,
  external_id: null,
  refunded: null,
};

const deps = {
  catalog: { version: '1', updatedAt: '2026-11-20T12:00:00.000Z', networks: [], assets: [] },
  memoFor: (_network: string, memo: string) => ({ memoType: 'CALLDATA' as const, memoValue: memo }),
  instructionFor: () => null,
};

test('shows no reason of a failed attempt while another may follow', () => {
  expect(intentAnswer(deps, row)).not.toHaveProperty('reasonCode');
  expect(intentAnswer(deps, { ...row, status: 'FAILED' }).reasonCode).toBe('INSUFFICIENT_FUNDS');
});

test('rejects an unknown kind of payout as a fault', () => {
  expect(intentAnswer(deps, row).invoiceType).toBe('pix');
  expect(() => intentAnswer(deps, { ...row, payout_kind: 'WIRE' })).toThrow('WIRE');
});

test('names the recorded transfers of a refund when they exist', () => {
  const refund = { amountBaseUnits: '6030000', to: '0xbb', reason: 'PAYOUT_FAILED', dueAt: '2026-11-20T12:00:00.000Z' };
  const owed = { ...refund, amount: '6.03' };
  expect(intentAnswer(deps, row)).not.toHaveProperty('refund');
  expect(intentAnswer(deps, { ...row, refund }).refund).toEqual(owed);
  const sent = { txHash: '0xf1', amountBaseUnits: '6030001', to: '0xcc' };
  const at = '2026-11-21T12:00:00.000Z';
  const refunded = [{ ...sent, transferredAt: at, recordedAt: '2026-11-21T13:00:00.000Z' }];
  expect(intentAnswer(deps, { ...row, refund, refunded }).refund).toEqual({
    ...owed,
    transfers: [{ ...sent, amount: '6.030001', at }],
  });
});

test('shows an unpaying deposit with its label and the next step', () => {
  const at = '2026-11-20T12:01:00.000Z';
  const paid = { depositId: 'd1', txHash: '0xd1', amountBaseUnits: '6000000', sender: '0xbb', blockTime: at };
  const refused = { ...paid, label: 'UNDERPAID', assetId: 202, decimals: 6 };
  const shown = { ...paid, amount: '6', label: 'UNDERPAID', assetId: 202 };
  const answer = (status: 'PENDING' | 'PROCESSING', deposit: typeof refused | Record<string, null | string>) =>
    intentAnswer(deps, { ...row, status, deposits: [deposit] }).deposits;
  const waits = 'The deposit pays nothing by itself and waits for the decision of an operator.';
  expect(answer('PENDING', refused)).toEqual([
    { ...shown, next: `${waits} The intent still waits for one transfer of its whole amount.` },
  ]);
  expect(answer('PROCESSING', refused)).toEqual([{ ...shown, next: waits }]);
  const unknown = { ...paid, label: 'WRONG_ASSET', assetId: null, decimals: null };
  expect(answer('PROCESSING', unknown)).toEqual([{ ...paid, label: 'WRONG_ASSET', next: waits }]);
});
