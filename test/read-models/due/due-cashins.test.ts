import { time } from '../../../packages/testing/src/samples/sample-data';
import type { DueQuery } from '../../../read-models/due/due-query';
import { dueWork } from '../../../read-models/due/due-work';
import { cashinPix, findIntentOfPix } from '../../../read-models/steps/cashin-pix';
import { type CashinStepRow, cashinSteps } from '../../../read-models/steps/cashin-steps';
import { cashinSweeps } from '../../../read-models/steps/cashin-sweeps';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const work = dueWork({ graceSeconds: {}, ceilingSeconds: 86_400 });
const stored = (step: CashinStepRow['step'], due: number, columns: Partial<CashinStepRow> = {}) =>
  row(cashinSteps, {
    ...{ step_key: `cash1 ${step}`, intent_id: 'cash1', partner_id: 'p1', step, subject: 'k1', end_to_end_id: 'E1' },
    ...{ owed_cents: '15000', due_at: time(due), since_at: time(5), cause_event_id: 'e1', ...columns },
  });

interface Due {
  readonly key: string;
  readonly payload: object;
}
type Kind =
  | 'watch-charge'
  | 'expire-cashin'
  | `${'send' | 'resolve'}-delivery`
  | `${'dispatch' | 'resolve'}-refund`
  | 'sweep-credits';
const dueOf = async (kind: Kind, now = time(99)): Promise<readonly Due[]> => {
  const { text, values }: Pick<DueQuery<unknown>, 'text' | 'values'> = work[kind](now);
  return models.query<Due>(text, values);
};

const payload = {
  intentId: 'cash1',
  causeEventId: 'e1',
  subject: 'k1',
  endToEndId: 'E1',
  sinceMs: Date.parse(time(5)),
};

test.each([
  ['EXPIRE', 'expire-cashin'],
  ['DISPATCH', 'dispatch-refund'],
  ['SEND', 'send-delivery'],
  ['ASK', 'resolve-refund'],
] as const)('lists %s at its time, with the payload of %s', async (step, kind) => {
  await models.store(stored(step, 99), stored(step, 100, { step_key: 'later' }));
  expect(await dueOf(kind)).toMatchObject([{ key: `cash1 ${step} ${step} k1`, payload }]);
});

test('lists a charge while it can be paid or is disputed, and for a day after the end', async () => {
  await models.store(stored('WATCH', 9), stored('DISPUTE', 8), stored('AFTER', 10), stored('CREATE', 7));
  expect((await dueOf('watch-charge')).map(({ key }) => key)).toEqual([
    'cash1 DISPUTE DISPUTE k1',
    'cash1 WATCH WATCH k1',
    'cash1 AFTER AFTER k1',
  ]);
  const later = await dueOf('watch-charge', time(10 + 86_400));
  expect(later.map(({ key }) => key)).toEqual(['cash1 DISPUTE DISPUTE k1', 'cash1 WATCH WATCH k1']);
});

test.each([
  ['delivery', 'RESOLVE', 'OVERRULED'],
  ['refund', 'ASK', 'OVERRULED_REFUND'],
] as const)('lists a %s while it is open, and for 25 h after operators have ended it', async (what, open, overruled) => {
  await models.store(stored(open, 9), stored(overruled, 10), stored(overruled, 100, { step_key: 'later' }));
  const keys = async (now: string) => (await dueOf(`resolve-${what}`, now)).map(({ key }) => key);
  const [ours, theirs] = [open, overruled].map((step) => `cash1 ${step} ${step} k1`);
  expect(await keys(time(99))).toEqual([ours, theirs]);
  expect(await keys(time(9 + 25 * 3_600))).toContain(theirs);
  expect(await keys(time(10 + 25 * 3_600))).toEqual([ours, `later ${overruled} k1`]);
});

test('lists no work of a closed stream', async () => {
  await models.store(stored('DISPATCH', 9), stored('WATCH', 9), stored('CLOSED', 9));
  expect([await dueOf('dispatch-refund'), await dueOf('watch-charge')]).toEqual([[], []]);
});

test('lists no dispatch of a partner with a parked stream, but its open refunds', async () => {
  await models.store(stored('DISPATCH', 9), stored('SEND', 9), stored('ASK', 9));
  await models.query(`INSERT INTO lastro.parked_streams VALUES ('accounts', 'partner-p1', 0, 0, 0, 'bug')`, []);
  expect([await dueOf('dispatch-refund'), await dueOf('send-delivery')]).toEqual([[], []]);
  expect(await dueOf('resolve-refund')).toHaveLength(1);
});

test('lists sweeps as long as the newest intent is younger than 90 days', async () => {
  const sweep = { sweep_key: 'p1 sandbox x', partner_id: 'p1', mode: 'sandbox', provider: 'x' } as const;
  await models.store(row(cashinSweeps, { ...sweep, first_at: time(0), last_at: time(0) }));
  const swept = {
    key: 'p1 sandbox x',
    payload: { partnerId: 'p1', mode: 'sandbox', provider: 'x', sinceMs: Date.parse(time(0)) },
  };
  expect(await dueOf('sweep-credits', time(90 * 86_400 - 1))).toMatchObject([swept]);
  expect(await dueOf('sweep-credits', time(90 * 86_400))).toEqual([]);
});

test('finds a PIX by its id', async () => {
  await models.store(row(cashinPix, { end_to_end_id: 'E1', intent_id: 'cash1' }));
  expect(await findIntentOfPix(models.query, 'E1')).toBe('cash1');
  expect(await findIntentOfPix(models.query, 'E2')).toBeNull();
});
