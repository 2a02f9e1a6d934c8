import { FAMILIES, FAMILY_NAMES } from '../../aggregates/families';
import { cashoutIntentsProjection } from '../../projections/cashout-intents';
import { type CashoutIntentRow, cashoutIntents } from '../../read-models/cashout-intents';
import { countOpen, FAMILY_ROWS } from '../../read-models/family-rows';
import { rowAfter } from '../doubles/memory-rows';
import { row } from '../given';
import { recorded } from '../samples/sample-events';
import { openReadModels, type StoredRows } from '../stores/stored-rows';

let models: StoredRows;
beforeAll(async () => {
  models = await openReadModels();
});
afterEach(() => models.clear());
afterAll(() => models.close());

const intent = rowAfter(cashoutIntentsProjection, cashoutIntents, recorded('CashoutIntentCreated'));
const stored = (...differences: readonly Partial<CashoutIntentRow>[]) =>
  models.store(...differences.map((columns) => row(cashoutIntents, { ...intent, ...columns })));

test('what has not ended is counted', async () => {
  const ended = ['COMPLETED', 'FAILED', 'EXPIRED'] as const;
  await stored(
    { intent_id: 'a', status: 'PENDING' },
    { intent_id: 'b', status: 'PROCESSING' },
    { intent_id: 'c', status: 'PENDING', user_id: 'u2' },
    ...ended.map((status) => ({ intent_id: status, status })),
  );
  expect([await countOpen(models.query, 'u1'), await countOpen(models.query, 'u3')]).toEqual([2, 0]);
});

test.each(FAMILY_NAMES)('%s has a table with its id, its user and its status', async (name) => {
  const { table, id, memos } = FAMILY_ROWS[name];
  const asked = `SELECT ${id}, user_id, status, ${memos} AS memos FROM lastro.${table}`;
  expect([await models.query(asked, []), FAMILIES[name].category.length > 0]).toEqual([[], true]);
});
