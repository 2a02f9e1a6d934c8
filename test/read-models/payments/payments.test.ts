import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { cashoutIntentsProjection } from '../../../projections/payments/cashout-intents';
import { type CashoutIntentRow, cashoutIntents } from '../../../read-models/payments/cashout-intents';
import { listPayments, type PaymentPage } from '../../../read-models/payments/payments';
import { partnerReader } from '../../../read-models/reader';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const intent = rowAfter(cashoutIntentsProjection, cashoutIntents, recorded('CashoutIntentCreated'));
const stored = (...differences: readonly Partial<CashoutIntentRow>[]) =>
  models.store(...differences.map((columns) => row(cashoutIntents, { ...intent, ...columns })));

const scope = { partnerId: 'p1', mode: 'sandbox' } as const;
const page = async (asked: Partial<PaymentPage> = {}, owner: { partnerId: string; mode: 'live' | 'sandbox' } = scope) =>
  (await listPayments(partnerReader(models.query, owner), { limit: 10, ...asked }))?.map(({ id }) => id) ?? null;

const payments = [
  { intent_id: 'a', created_at: time(1), user_id: 'u1', status: 'COMPLETED', reference: 'r1' },
  { intent_id: 'b', created_at: time(2), user_id: 'u2', status: 'PENDING', reference: 'r1' },
  { intent_id: 'c', created_at: time(2), user_id: 'u2', status: 'COMPLETED', reference: 'r2' },
  { intent_id: 'd', created_at: time(3), user_id: 'u1', status: 'COMPLETED' },
  { intent_id: 'x', partner_id: 'p2', reference: 'r1' },
  { intent_id: 'y', mode: 'live', reference: 'r1' },
] as const;

test('continues a page after its cursor, also among rows of the same moment and with filters', async () => {
  await stored(...payments);
  expect([
    await page({ cursor: 'c' }),
    await page({ limit: 1 }),
    await page({ cursor: 'd', status: 'COMPLETED' }),
  ]).toEqual([
    ['b', 'a'],
    ['d', 'c'],
    ['c', 'a'],
  ]);
});

test('continues a page after its cursor within the asked time, at any place of the cursor', async () => {
  await stored(...payments);
  const from = { from: time(1), to: time(3) };
  expect([await page({ ...from, cursor: 'c' }), await page({ ...from, cursor: 'd' })]).toEqual([
    ['b', 'a'],
    ['c', 'b', 'a'],
  ]);
  expect([await page({ from: time(2), cursor: 'c' }), await page({ to: time(2), cursor: 'c' })]).toEqual([
    ['b'],
    ['a'],
  ]);
});
