import { single } from '../../bench/figures';
import type { Row } from '../../bench/support/results';
import { runEach } from '../../bench/support/run-each';

const figure = (name: string) => [single(name, 1, 'ms')];

test('records a failed benchmark as a row, and runs the others', async () => {
  const measure = async (name: string) => {
    if (name === 'second') throw new Error('no chain');
    return figure(name);
  };
  const kept: number[] = [];
  const rows = await runEach({
    ...{ names: ['first', 'second', 'third'], measure, isInterrupted: () => false },
    onRows: (each) => kept.push(each.length),
  });
  expect(rows).toEqual<Row[]>([
    { benchmark: 'first', ...single('first', 1, 'ms') },
    { benchmark: 'second', name: 'second', failed: 'no chain' },
    { benchmark: 'third', ...single('third', 1, 'ms') },
  ]);
  expect(kept).toEqual([1, 2, 3]);
});

test('ends the run at an interruption, and keeps earlier results', async () => {
  const measured: string[] = [];
  const measure = async (name: string) => {
    measured.push(name);
    return figure(name);
  };
  const isInterrupted = () => measured.length === 2;
  const rows = await runEach({ names: ['first', 'second', 'third'], measure, isInterrupted, onRows: () => undefined });
  expect(rows.map(({ name }) => name)).toEqual(['first']);
  expect(measured).toEqual(['first', 'second']);
});
