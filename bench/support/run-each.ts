import type { Figure } from '../figures';
import type { Row } from './results';

export interface Running {
  readonly names: readonly string[];
  readonly measure: (name: string) => Promise<readonly Figure[]>;
  /** Called with all rows so far, after each benchmark. */
  readonly onRows: (rows: readonly Row[]) => void;
  /** The report of an interrupted benchmark is ignored. */
  readonly isInterrupted: () => boolean;
}

/** Runs the benchmarks in turn. A benchmark that fails becomes a row with its reason. */
export const runEach = async ({ names, measure, onRows, isInterrupted }: Running): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (const benchmark of names) {
    const own = await measure(benchmark).then(
      (figures) => figures.map((figure): Row => ({ benchmark, ...figure })),
      (error: unknown): readonly Row[] => [{ benchmark, name: benchmark, failed: reasonOf(error) }],
    );
    if (isInterrupted()) return rows;
    rows.push(...own);
    onRows(rows);
  }
  return rows;
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
