import { type Origin, type Row, readResults, resultsWith, textOf } from '../../bench/support/results';

const origin: Origin = {
  commit: 'c1',
  isDirty: false,
  machine: { cpu: 'a cpu', cores: 2, memoryGigabytes: 8, node: 'v22.0.0' },
};
const row = (benchmark: string, value: number, name = benchmark): Row => ({
  ...{ benchmark, name, value, unit: 'ms', baseline: null, ratio: null },
});
const before = { ...origin, rows: [row('append', 1), row('judge', 2), row('judge', 3, 'judge-calls')] };

describe('rows of other benchmarks', () => {
  test('stay when the same clean commit and machine measured them', () => {
    const { rows } = resultsWith(before, origin, [row('rebuild', 4)]);
    expect(rows).toEqual([...before.rows, row('rebuild', 4)]);
  });

  test.each<[string, Partial<Origin>]>([
    ['the commit is another', { commit: 'c2' }],
    ['the machine is another', { machine: { ...origin.machine, node: 'v24.0.0' } }],
    ['the tree is dirty', { isDirty: true }],
  ])('go when %s', (_, other) => {
    const now = { ...origin, ...other };
    expect(resultsWith(before, now, [row('rebuild', 4)])).toEqual({ ...now, rows: [row('rebuild', 4)] });
  });

  test('are removed when a dirty tree measured them', () => {
    expect(resultsWith({ ...before, isDirty: true }, origin, []).rows).toEqual([]);
  });
});

test('replaces all rows of a benchmark, also by its failure', () => {
  const failed = { benchmark: 'judge', name: 'judge', failed: 'no chain' };
  expect(resultsWith(before, origin, [failed]).rows).toEqual([row('append', 1), failed]);
});

test('writes one row per line, rounded to thousandths, and reads it back', () => {
  const rows: readonly Row[] = [
    { ...{ benchmark: 'append', name: 'append', unit: 'appends/s' }, value: 1.23456, baseline: 2.00049, ratio: 0.6171 },
    { benchmark: 'rebuild', name: 'rebuild', failed: 'it "ended"\nearly' },
  ];
  const text = textOf({ ...origin, rows });
  expect(text).toMatch(/"rows": \[\n {4}\{.*\},\n {4}\{.*\}\n {2}\]\n\}\n$/);
  expect(readResults(text)).toEqual({
    ...origin,
    rows: [{ ...rows[0], value: 1.235, baseline: 2, ratio: 0.617 }, rows[1]],
  });
});

test('ignores a file of an earlier version, which is a list of figures', () => {
  expect(readResults('[{"name":"append","value":1}]')).toBeNull();
});
