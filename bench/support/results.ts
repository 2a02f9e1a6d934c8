import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../infra/project-root';
import { type Figure, TARGETS } from '../figures';

const HEADINGS = ['name', 'value', 'unit', 'baseline', 'ratio', 'to reach', ''] as const;
const NOTHING = '-';

/** The figures for a person; those without a target are there to explain the others. */
export const tableOf = (figures: readonly Figure[]): string => {
  const rows = [HEADINGS, ...figures.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => line.trimEnd()).join('\n');
};

const cellsOf = (figure: Figure): readonly string[] => [
  figure.name,
  shown(figure.value),
  figure.unit,
  figure.baseline === null ? NOTHING : shown(figure.baseline),
  figure.ratio === null ? NOTHING : figure.ratio.toFixed(2),
  ...verdictOf(figure),
];

const shown = (value: number): string => value.toFixed(Math.abs(value) < 1_000 ? 1 : 0);

const verdictOf = ({ name, value, ratio }: Figure): readonly string[] => {
  const { ratioAtLeast, ratioAtMost, valueAtMost, valueAtLeast } = TARGETS[name] ?? {};
  const ways = [
    ...(ratioAtLeast === undefined ? [] : [[`ratio >= ${ratioAtLeast}`, (ratio ?? 0) >= ratioAtLeast] as const]),
    ...(ratioAtMost === undefined ? [] : [[`ratio <= ${ratioAtMost}`, (ratio ?? Infinity) <= ratioAtMost] as const]),
    ...(valueAtLeast === undefined ? [] : [[`>= ${valueAtLeast}`, value >= valueAtLeast] as const]),
    ...(valueAtMost === undefined ? [] : [[`<= ${valueAtMost}`, value <= valueAtMost] as const]),
  ];
  if (ways.length === 0) return [NOTHING, ''];
  return [ways.map(([text]) => text).join(' or '), ways.some(([, isReached]) => isReached) ? 'reached' : 'missed'];
};

/** Replaces the figures of the same names and keeps the others; answers the file. */
export const writeResults = (figures: readonly Figure[]): string => {
  const file = path.join(projectRoot(), 'bench', 'results.json');
  const measured = figures.filter(({ name }) => TARGETS[name] !== undefined).map(rounded);
  const names = new Set(measured.map(({ name }) => name));
  const kept = readResults(file).filter(({ name }) => !names.has(name));
  const order = Object.keys(TARGETS);
  const all = [...kept, ...measured].sort((left, right) => order.indexOf(left.name) - order.indexOf(right.name));
  writeFileSync(file, `[\n${all.map((figure) => `  ${JSON.stringify(figure)}`).join(',\n')}\n]\n`);
  return file;
};

const readResults = (file: string): readonly Figure[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Figure[]) : [];

const rounded = ({ name, value, unit, baseline, ratio }: Figure): Figure => ({
  name,
  value: round(value),
  unit,
  baseline: baseline === null ? null : round(baseline),
  ratio: ratio === null ? null : round(ratio),
});

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
