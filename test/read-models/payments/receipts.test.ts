import { time } from '../../../packages/testing/src/samples/sample-data';
import { listReceipts, type ReceiptRow, receipts } from '../../../read-models/payments/receipts';
import { type WithdrawalRow, withdrawals } from '../../../read-models/payments/withdrawals';
import { userReader } from '../../../read-models/reader';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const receipt: ReceiptRow = {
  intent_id: 'cid1',
  user_id: 'u1',
  partner_id: 'p1',
  mode: 'sandbox',
  network: 'ethereum',
  tx_hash: '0xd1',
  payout_kind: 'PIX_BRCODE',
  destination_masked: '***@x.example',
  amount_cents: '15000',
  end_to_end_id: 'E1',
  receipt_url: null,
  paid_at: time(95),
};
const scope = { partnerId: 'p1', mode: 'sandbox', userId: 'u1' } as const;
const stored = (...differences: readonly Partial<ReceiptRow>[]) =>
  models.store(...differences.map((columns) => row(receipts, { ...receipt, ...columns })));
const list = (network: string, txHash: string, other = {}) =>
  listReceipts(userReader(models.query, { ...scope, ...other }), network, txHash);

test('reads a receipt as it was written', async () => {
  await stored({});
  expect(await list('ethereum', '0xd1')).toEqual([receipt]);
});

test('lists the receipts of a transaction, oldest first', async () => {
  await stored({ intent_id: 'b', paid_at: time(97) }, { intent_id: 'a', paid_at: time(98) }, { intent_id: 'c' });
  expect((await list('ethereum', '0xd1')).map(({ intent_id }) => intent_id)).toEqual(['c', 'b', 'a']);
});

test('takes the same hash on another network as another transaction', async () => {
  await stored({});
  expect([await list('polygon', '0xd1'), await list('ethereum', '0xd2')]).toEqual([[], []]);
});

const withdrawn: WithdrawalRow = {
  ...{ withdraw_id: 'wd1', user_id: 'u1', partner_id: 'p1', mode: 'sandbox', status: 'COMPLETED' },
  ...{ network: 'ethereum', asset_id: 301, symbol: 'BRLA', decimals: 18, wallet: '0xcc' },
  ...{ amount_base_units: '100', gross_cents: '10000', fee_cents: '100', net_cents: '9900' },
  ...{ payout_kind: 'PIX_KEY', destination_masked: '***@x.example', debit: { txHash: '0xd1', blockTime: time(70) } },
  ...{ timeline: [], refund: null, attempts: 1, reason_code: null, provider_id: 'pay1', end_to_end_id: 'E2' },
  ...{
    created_at: time(60),
    updated_at: time(96),
    completed_at: time(96),
    revision: 7,
    reference: null,
    refunded: null,
  },
};
const withdrawnAs = (columns: Partial<WithdrawalRow> = {}) =>
  models.store(row(withdrawals, { ...withdrawn, ...columns }));

test('lists a withdrawal as a receipt of the transaction of its debit', async () => {
  await stored({});
  await withdrawnAs();
  const own = {
    intent_id: 'wd1',
    payout_kind: 'PIX_KEY',
    amount_cents: '9900',
    end_to_end_id: 'E2',
    paid_at: time(96),
  };
  expect(await list('ethereum', '0xd1')).toEqual([receipt, { ...receipt, ...own }]);
});

test.each([
  { user_id: 'u2' },
  { partner_id: 'p2' },
  { mode: 'live' },
  { network: 'polygon' },
  { status: 'PROCESSING' },
  { debit: null },
] as const)('lists no receipt of a withdrawal with %j', async (columns) => {
  await withdrawnAs(columns);
  expect(await list('ethereum', '0xd1')).toEqual([]);
});
