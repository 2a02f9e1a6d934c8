import type { Figure } from '../figures';

export interface MeasuredRow extends Figure {
  /** The benchmark that has measured it. */
  readonly benchmark: string;
}

export interface FailedRow {
  readonly benchmark: string;
  readonly name: string;
  readonly failed: string;
}

export type Row = MeasuredRow | FailedRow;

export const isFailed = (row: Row): row is FailedRow => 'failed' in row;

/** Rows of one file have these in common. */
export interface Origin {
  readonly commit: string;
  /** The tree differs from the commit. */
  readonly isDirty: boolean;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGigabytes: number;
    readonly node: string;
  };
}

export interface Results extends Origin {
  readonly rows: readonly Row[];
}

/** Null: nothing that a run has written. */
export const readResults = (text: string): Results | null => {
  const read = JSON.parse(text) as Partial<Results>;
  return read.rows === undefined ? null : (read as Results);
};

/** Two trees that differ from one commit may differ from each other. */
const areTogether = (before: Origin, now: Origin): boolean =>
  before.commit === now.commit &&
  !before.isDirty &&
  !now.isDirty &&
  JSON.stringify(before.machine) === JSON.stringify(now.machine);

/** The rows of this run, among those of other benchmarks where the same commit and machine measured them. */
export const resultsWith = (before: Results | null, origin: Origin, rows: readonly Row[]): Results => {
  const measured = new Set(rows.map(({ benchmark }) => benchmark));
  const kept = before !== null && areTogether(before, origin) ? before.rows : [];
  return { ...origin, rows: [...kept.filter(({ benchmark }) => !measured.has(benchmark)), ...rows] };
};

/** JSON with a row a line. */
export const textOf = ({ rows, ...origin }: Results): string => {
  const lines = rows.map((row) => `    ${JSON.stringify(rounded(row))}`).join(',\n');
  return `${JSON.stringify(origin, null, 2).slice(0, -2)},\n  "rows": [\n${lines}\n  ]\n}\n`;
};

const rounded = (row: Row): Row =>
  isFailed(row)
    ? row
    : {
        ...row,
        value: round(row.value),
        baseline: row.baseline === null ? null : round(row.baseline),
        ratio: row.ratio === null ? null : round(row.ratio),
      };

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
