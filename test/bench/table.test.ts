import type { Row } from '../../bench/support/results';
import { summaryOf, tableOf } from '../../bench/support/table';

const row = (benchmark: string, value: number, more: Partial<Row> = {}): Row => ({
  ...{ benchmark, name: benchmark, value, unit: 'ms', baseline: null, ratio: null },
  ...more,
});
const failed = { benchmark: 'rebuild', name: 'rebuild', failed: 'the store is away\n    at somewhere' };

test('shows each row with its target and whether it is reached', () => {
  const compared = { unit: 'callbacks/s', baseline: 1_000, ratio: 0.625 };
  const rows = [row('callback-intake', 625, compared), row('projection-lag', 1_234.5), row('untargeted', 3)];
  expect(tableOf(rows).split('\n')).toEqual([
    'name             value  unit         baseline  ratio  to reach',
    'callback-intake  625.0  callbacks/s  1000      0.63   ratio >= 0.5  reached',
    'projection-lag   1235   ms           -         -      <= 250        missed',
    'untargeted       3.0    ms           -         -      -',
  ]);
});

test('shows a failed benchmark with the first line of its reason', () => {
  expect(tableOf([failed])).toMatch(/\nrebuild +failed .* the store is away$/);
});

describe('the summary', () => {
  test('has a line a benchmark, with the ratio of its main figure or the value of one that is not compared', () => {
    const rows = [row('judge', 10.5, { unit: 's' }), row('callback-intake', 625, { ratio: 0.4 }), failed];
    expect(summaryOf(rows).split('\n')).toEqual([
      'judge            10.5 s  <= 15         reached',
      'callback-intake  0.40    ratio >= 0.5  missed',
      'rebuild          failed  -             the store is away',
    ]);
  });

  test('names the other figures of a benchmark that miss their target', () => {
    const rows = [row('judge', 10.5, { unit: 's' }), row('judge', 90, { name: 'judge-calls', unit: 'calls' })];
    expect(summaryOf(rows)).toBe('judge  10.5 s  <= 15  reached, judge-calls missed');
  });

  test('names those that reach everything together when there are more than twenty', () => {
    const well = Array.from({ length: 20 }, (_, number) => row(`well-${number}`, 1));
    const lines = summaryOf([row('judge', 1), ...well, failed, row('projection-lag', 9_999)]).split('\n');
    expect(lines).toHaveLength(20);
    expect(lines.slice(0, 2).map((line) => line.split(' ')[0])).toEqual(['judge', 'well-0']);
    expect(lines.slice(-3, -1).map((line) => line.split(' ')[0])).toEqual(['rebuild', 'projection-lag']);
    expect(lines.at(-1)).toBe('besides: well-16, well-17, well-18, well-19');
  });
});
