import type { Iso } from '../../ports/clock';
import { backoffMs } from '../../timing/backoff';

export interface HintRow {
  readonly txid: string;
  readonly since: Iso;
  readonly tries: number;
  readonly nextAt: Iso;
}

const A_DAY_MS = 86_400_000;
const PAUSES = { firstMs: 15_000, longestMs: A_DAY_MS };

/** The row after a question without a final result; null after a day, or if a day would pass before the next. */
export const askedInVain = (row: HintRow, nowMs: number): HintRow | null => {
  const tries = row.tries + 1;
  const nextMs = nowMs + backoffMs(PAUSES, tries);
  if (nextMs - Date.parse(row.since) > A_DAY_MS) return null;
  return { ...row, tries, nextAt: new Date(nextMs).toISOString() };
};
