import { FAMILIES, FAMILY_NAMES } from '../../../aggregates/families';
import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { time } from '../../../packages/testing/src/samples/sample-time';
import { cashoutIntentsProjection } from '../../../projections/payments/cashout-intents';
import { countOpen, FAMILY_ROWS, hasOperatedSince } from '../../../read-models/operators/family-rows';
import { type CashoutIntentRow, cashoutIntents } from '../../../read-models/payments/cashout-intents';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const intent = rowAfter(cashoutIntentsProjection, cashoutIntents, recorded('CashoutIntentCreated'));
const stored = (...differences: readonly Partial<CashoutIntentRow>[]) =>
  models.store(...differences.map((columns) => row(cashoutIntents, { ...intent, ...columns })));

test('counts payments that have not ended', async () => {
  const ended = ['COMPLETED', 'FAILED', 'EXPIRED'] as const;
  await stored(
    { intent_id: 'a', status: 'PENDING' },
    { intent_id: 'b', status: 'PROCESSING' },
    { intent_id: 'c', status: 'PENDING', user_id: 'u2' },
    ...ended.map((status) => ({ intent_id: status, status })),
  );
  expect([await countOpen(models.query, 'u1'), await countOpen(models.query, 'u3')]).toEqual([2, 0]);
});

test('finds a payment that began or changed since a time', async () => {
  const times = { created_at: time(-100), updated_at: time(-50) };
  await stored(
    { intent_id: 'a', status: 'COMPLETED', ...times },
    { intent_id: 'b', status: 'EXPIRED', user_id: 'u2', ...times },
  );
  const since = (seconds: number) => hasOperatedSince(models.query, 'u1', time(seconds));
  expect(await Promise.all([since(-100), since(-50), since(-49)])).toEqual([true, true, false]);
  expect(await hasOperatedSince(models.query, 'u3', time(-100))).toBe(false);
});

test.each(FAMILY_NAMES)('%s has a table with its id, its user, its status and its times', async (name) => {
  const { table, id, memos } = FAMILY_ROWS[name];
  const asked = `SELECT ${id}, user_id, status, created_at, updated_at, ${memos} AS memos FROM lastro.${table}`;
  expect([await models.query(asked, []), FAMILIES[name].category.length > 0]).toEqual([[], true]);
});
