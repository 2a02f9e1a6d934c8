import { TARGETS } from '../figures';
import { isFailed, type MeasuredRow, type Row } from './results';

const HEADINGS = ['name', 'value', 'unit', 'baseline', 'ratio', 'to reach', ''] as const;
const NOTHING = '-';
const MOST_LINES = 20;
const MOST_REASON_CHARACTERS = 100;

/** The rows for a person; those without a target are there to explain the others. */
export const tableOf = (rows: readonly Row[]): string => aligned([HEADINGS, ...rows.map(cellsOf)]).join('\n');

/** A line a benchmark, 20 at most: those that reach everything are then named together in the last. */
export const summaryOf = (rows: readonly Row[]): string => {
  const lines = [...new Set(rows.map(({ benchmark }) => benchmark))].map((name) => mainOf(name, rows));
  if (lines.length <= MOST_LINES) return aligned(lines.map(({ cells }) => cells)).join('\n');
  const byNeed = [...lines.filter(({ isWell }) => !isWell), ...lines.filter(({ isWell }) => isWell)];
  const shown = new Set(byNeed.slice(0, MOST_LINES - 1));
  const others = byNeed.slice(MOST_LINES - 1).map(({ cells }) => `${cells[0] ?? ''} ${cells.at(-1) ?? ''}`.trim());
  const text = aligned(lines.filter((line) => shown.has(line)).map(({ cells }) => cells));
  return [...text, `besides: ${others.join(', ')}`].join('\n');
};

const aligned = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

const cellsOf = (row: Row): readonly string[] => {
  if (isFailed(row)) return [row.name, 'failed', NOTHING, NOTHING, NOTHING, NOTHING, shortened(row.failed)];
  const { name, value, unit, baseline, ratio } = row;
  const compared = [baseline === null ? NOTHING : shown(baseline), ratio === null ? NOTHING : ratio.toFixed(2)];
  const { target, verdict } = verdictOf(row);
  return [name, shown(value), unit, ...compared, target, verdict];
};

interface Line {
  readonly cells: readonly string[];
  readonly isWell: boolean;
}

/** The figure that has the benchmark's name stands for it, and names the others that miss their target. */
const mainOf = (benchmark: string, rows: readonly Row[]): Line => {
  const own = rows.filter((row) => row.benchmark === benchmark);
  const failure = own.find(isFailed);
  if (failure !== undefined) return { cells: [benchmark, 'failed', NOTHING, shortened(failure.failed)], isWell: false };
  const figures = own.filter((row): row is MeasuredRow => !isFailed(row));
  const main = figures.find(({ name }) => name === benchmark) ?? figures[0];
  if (main === undefined) return { cells: [benchmark, NOTHING, NOTHING, 'nothing measured'], isWell: false };
  const { target, verdict } = verdictOf(main);
  const missed = figures.filter((row) => row !== main && verdictOf(row).verdict === 'missed').map(({ name }) => name);
  const words = [verdict, ...missed.map((name) => `${name} missed`)].filter((word) => word !== '').join(', ');
  const figure = main.ratio === null ? `${shown(main.value)} ${main.unit}` : main.ratio.toFixed(2);
  return { cells: [benchmark, figure, target, words], isWell: verdict !== 'missed' && missed.length === 0 };
};

const shortened = (reason: string): string => reason.split('\n', 1).join('').slice(0, MOST_REASON_CHARACTERS);

const shown = (value: number): string => value.toFixed(Math.abs(value) < 1_000 ? 1 : 0);

interface Verdict {
  readonly target: string;
  readonly verdict: 'reached' | 'missed' | '';
}

const verdictOf = ({ name, value, ratio }: MeasuredRow): Verdict => {
  const { ratioAtLeast, ratioAtMost, valueAtMost, valueAtLeast } = TARGETS[name] ?? {};
  const ways = [
    ...(ratioAtLeast === undefined ? [] : [[`ratio >= ${ratioAtLeast}`, (ratio ?? 0) >= ratioAtLeast] as const]),
    ...(ratioAtMost === undefined ? [] : [[`ratio <= ${ratioAtMost}`, (ratio ?? Infinity) <= ratioAtMost] as const]),
    ...(valueAtLeast === undefined ? [] : [[`>= ${valueAtLeast}`, value >= valueAtLeast] as const]),
    ...(valueAtMost === undefined ? [] : [[`<= ${valueAtMost}`, value <= valueAtMost] as const]),
  ];
  if (ways.length === 0) return { target: NOTHING, verdict: '' };
  const isReached = ways.some(([, isSo]) => isSo);
  return { target: ways.map(([text]) => text).join(' or '), verdict: isReached ? 'reached' : 'missed' };
};
