import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { cashoutIntentsProjection } from '../../../projections/payments/cashout-intents';
import {
  type CashoutIntentRow,
  cashoutIntents,
  findCashoutIntent,
  type IntentPage,
  listCashoutIntents,
} from '../../../read-models/payments/cashout-intents';
import { userReader } from '../../../read-models/reader';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const intent = rowAfter(
  cashoutIntentsProjection,
  cashoutIntents,
  recorded('CashoutIntentCreated'),
  recorded('DepositAccepted', { amountBaseUnits: '99999999999999999999999999999999999999' }),
  recorded('RefundDue'),
);
const scope = { partnerId: 'p1', mode: 'sandbox', userId: 'u1' } as const;
const stored = (...differences: readonly Partial<CashoutIntentRow>[]) =>
  models.store(...differences.map((columns) => row(cashoutIntents, { ...intent, ...columns })));

describe('an intent', () => {
  test('returns as it was written, to the last unit', async () => {
    await stored({ amount_base_units: '123456789012345678901234567890' });
    expect(await findCashoutIntent(userReader(models.query, scope), 'cid1')).toEqual({
      ...intent,
      amount_base_units: '123456789012345678901234567890',
    });
  });

  test.each([{ partnerId: 'p2' }, { mode: 'live' as const }, { userId: 'u2' }])('is not seen by %j', async (other) => {
    await stored({});
    expect(await findCashoutIntent(userReader(models.query, { ...scope, ...other }), 'cid1')).toBeNull();
  });
});

describe('a page', () => {
  const page = async (query: Partial<IntentPage> = {}) =>
    (await listCashoutIntents(userReader(models.query, scope), { limit: 2, ...query }))?.map(
      ({ intent_id }) => intent_id,
    ) ?? null;
  const three = [
    { intent_id: 'a', created_at: time(1), quote_id: 'qa' },
    { intent_id: 'b', created_at: time(2), quote_id: 'qb' },
    { intent_id: 'c', created_at: time(2), quote_id: 'qc', status: 'PENDING' },
  ] as const;

  test('is newest first, with an extra row when there are more', async () => {
    await stored(...three);
    expect([await page(), await page({ limit: 3 })]).toEqual([
      ['c', 'b', 'a'],
      ['c', 'b', 'a'],
    ]);
    expect(await page({ limit: 1 })).toEqual(['c', 'b']);
  });

  test('continues after the cursor, also among rows of the same moment', async () => {
    await stored(...three);
    expect([await page({ cursor: 'c' }), await page({ cursor: 'b' }), await page({ cursor: 'a' })]).toEqual([
      ['b', 'a'],
      ['a'],
      [],
    ]);
  });
});
