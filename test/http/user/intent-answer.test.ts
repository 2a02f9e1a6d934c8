import type { CashoutIntentRow } from '../../../read-models/cashout-intents';
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
};

const deps = {
  catalog: { version: '1', updatedAt: '2026-11-20T12:00:00.000Z', networks: [], assets: [] },
  memoFor: (_network: string, memo: string) => ({ memoType: 'CALLDATA' as const, memoValue: memo }),
  instructionFor: () => null,
};

test('what refused one attempt is no reason while there may be another', () => {
  expect(intentAnswer(deps, row)).not.toHaveProperty('reasonCode');
  expect(intentAnswer(deps, { ...row, status: 'FAILED' }).reasonCode).toBe('INSUFFICIENT_FUNDS');
});

test('an intent that pays something unheard of is a fault, and no PIX', () => {
  expect(intentAnswer(deps, row).invoiceType).toBe('pix');
  expect(() => intentAnswer(deps, { ...row, payout_kind: 'WIRE' })).toThrow('WIRE');
});
