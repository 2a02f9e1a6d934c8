import { userReader } from '../../read-models/reader';
import { listReceipts, type ReceiptRow, receipts } from '../../read-models/receipts';
import { row } from '../given';
import { time } from '../samples/sample-data';
import { openReadModels, type StoredRows } from '../stores/stored-rows';

let models: StoredRows;
beforeAll(async () => {
  models = await openReadModels();
});
afterEach(() => models.clear());
afterAll(() => models.close());

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

test('a receipt comes back as it was written', async () => {
  await stored({});
  expect(await list('ethereum', '0xd1')).toEqual([receipt]);
});

test('all that one transaction paid for is listed, oldest first', async () => {
  await stored({ intent_id: 'b', paid_at: time(97) }, { intent_id: 'a', paid_at: time(98) }, { intent_id: 'c' });
  expect((await list('ethereum', '0xd1')).map(({ intent_id }) => intent_id)).toEqual(['c', 'b', 'a']);
});

test.each([{ partnerId: 'p2' }, { mode: 'live' }, { userId: 'u2' }])('a receipt is not seen by %j', async (other) => {
  await stored({});
  expect(await list('ethereum', '0xd1', other)).toEqual([]);
});

test('the same hash on another network is another transaction', async () => {
  await stored({});
  expect([await list('polygon', '0xd1'), await list('ethereum', '0xd2')]).toEqual([[], []]);
});
