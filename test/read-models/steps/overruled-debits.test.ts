import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { time } from '../../../packages/testing/src/samples/sample-time';
import { redemptionsProjection } from '../../../projections/payments/redemptions';
import { dueWork } from '../../../read-models/due/due-work';
import { overruledDebits } from '../../../read-models/steps/overruled-debits';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const HOUR_SECONDS = 3_600;
const { 'ask-overruled-debit': dueAt } = dueWork({ graceSeconds: {}, ceilingSeconds: 86_400 });
const dueOf = (atSeconds: number) => {
  const { text, values } = dueAt(time(atSeconds));
  return models.query<{ readonly key: string; readonly payload: unknown }>(text, values);
};

test('lists a debit for 25 hours after its decision by operators, earliest first', async () => {
  const decided = rowAfter(redemptionsProjection, overruledDebits, recorded('RedemptionDecided'));
  await models.store(
    row(overruledDebits, { ...decided, withdraw_id: 'wd2', decided_at: time(60) }),
    row(overruledDebits, { ...decided, decided_at: time(0) }),
  );
  const payload = { withdrawId: 'wd1', causeEventId: 'id-RedemptionDecided' };
  const both = [
    { key: 'wd1', payload },
    { key: 'wd2', payload: { ...payload, withdrawId: 'wd2' } },
  ];
  expect(await dueOf(0)).toMatchObject(both);
  expect(await dueOf(25 * HOUR_SECONDS - 1)).toMatchObject(both);
  expect(await dueOf(25 * HOUR_SECONDS)).toMatchObject(both.slice(1));
  expect(await dueOf(26 * HOUR_SECONDS)).toEqual([]);
});
