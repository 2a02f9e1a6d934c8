import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { time } from '../../../packages/testing/src/samples/sample-time';
import { redemptionsProjection } from '../../../projections/payments/redemptions';
import type { DueQuery } from '../../../read-models/due/due-query';
import { dueWork } from '../../../read-models/due/due-work';
import { type RedemptionStepRow, redemptionSteps } from '../../../read-models/steps/redemption-steps';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const work = dueWork({ graceSeconds: {}, ceilingSeconds: 86_400 });
const reserved = rowAfter(redemptionsProjection, redemptionSteps, recorded('BalanceReserved'));
const stored = (...differences: readonly Partial<RedemptionStepRow>[]) =>
  models.store(...differences.map((columns) => row(redemptionSteps, { ...reserved, ...columns })));

const KINDS = {
  ABANDON: 'abandon-withdrawal',
  SEND: 'send-redemption',
  RESOLVE: 'resolve-redemption',
  GIVE_BACK: 'give-back',
} as const;

interface Due {
  readonly key: string;
  readonly payload: { readonly withdrawId: string };
}
const dueOf = (step: RedemptionStepRow['step'], atSeconds: number): Promise<readonly Due[]> => {
  const { text, values }: Pick<DueQuery<unknown>, 'text' | 'values'> = work[KINDS[step]](time(atSeconds));
  return models.query<Due>(text, values);
};

test.each(
  Object.keys(KINDS) as readonly RedemptionStepRow['step'][],
)('lists %s at its time, and as no other step', async (step) => {
  await stored({ step, due_at: time(10), since_at: time(5) });
  expect(await dueOf(step, 9)).toEqual([]);
  expect(await dueOf(step, 10)).toMatchObject([
    {
      key: `wd1 ${step}`,
      payload: {
        ...{ withdrawId: 'wd1', causeEventId: 'id-BalanceReserved', network: 'ethereum', wallet: '0xcc' },
        ...{ partnerId: 'p1', userId: 'u1', mode: 'sandbox', sinceMs: Date.parse(time(5)) },
      },
    },
  ]);
  for (const other of ['ABANDON', 'SEND', 'RESOLVE', 'GIVE_BACK'] as const)
    if (other !== step) expect(await dueOf(other, 99)).toEqual([]);
});

test('lists no dispatch of a partner with a parked stream, but its sent redemptions', async () => {
  await models.query(`INSERT INTO lastro.parked_streams VALUES ('accounts', 'partner-p1', NULL, 0, 0, 'deleted')`, []);
  await stored(
    { step: 'SEND' },
    { withdraw_id: 'wd2', step: 'SEND', partner_id: 'p2' },
    { withdraw_id: 'wd3', step: 'RESOLVE' },
  );
  const idsOf = (rows: readonly Due[]) => rows.map(({ payload }) => payload.withdrawId);
  expect([idsOf(await dueOf('SEND', 999)), idsOf(await dueOf('RESOLVE', 999))]).toEqual([['wd2'], ['wd3']]);
});
