import type { Pool } from 'pg';
import { fiscalSubjectOf } from '../../../aggregates/user/fiscal-subject';
import { clockOf } from '../../../infra/clock';
import { createFiscalNotes } from '../../../infra/vault/fiscal-uses';

const ANA = fiscalSubjectOf('ana', 0);

const noting = () => {
  let nowMs = Date.parse('2030-01-01T00:00:00.000Z');
  const query = jest.fn(async () => ({ rows: [] }));
  const note = createFiscalNotes(
    { query } as unknown as Pool,
    clockOf(() => nowMs),
  );
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { note, query, pass };
};

test('records a use of a fiscal key once an hour, for each subject', async () => {
  const { note, query, pass } = noting();
  for (const subject of [ANA, ANA, fiscalSubjectOf('bob', 0), ANA]) await note(subject);
  expect(query).toHaveBeenCalledTimes(2);
  pass(3_599_999);
  await note(ANA);
  expect(query).toHaveBeenCalledTimes(2);
  pass(1);
  await note(ANA);
  expect(query).toHaveBeenCalledTimes(3);
});

test('records a use at the next use when the first record failed', async () => {
  const { note, query } = noting();
  query.mockRejectedValueOnce(new Error('away'));
  await expect(note(ANA)).rejects.toThrow('away');
  await note(ANA);
  expect(query).toHaveBeenCalledTimes(2);
});
