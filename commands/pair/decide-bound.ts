import type { LogSays, PairRow } from '../ports/pair';
import {
  type AppendStep,
  advanceStep,
  appendStep,
  next,
  type PairDecision,
  QUIET_MS,
  type RowStep,
  refuse,
  START_NOW,
  type Stepping,
} from './decision';
import type { IdentityEnd } from './identity-end';

export interface RightPair {
  readonly row: PairRow;
  readonly end: Exclude<IdentityEnd, { readonly at: 'WRONG' }>;
  readonly log: LogSays;
}

/** Row and log belong together: what was begun is finished, then work may start. */
export const decideBound = ({ row, end, log }: RightPair): PairDecision => {
  const unfinished = settle({ row, end });
  if (unfinished !== null) return unfinished;
  const [misplaced] = log.misplaced;
  if (misplaced !== undefined) return next({ do: 'MOVE_CHECKPOINT_BACK', misplaced, to: misplaced.before });
  if (log.last?.type === 'LedgerMoved') return refuse({ because: 'MOVED', ...log.last.data });
  if (row.state === 'BOUND') return START_NOW;
  const bound = { ...row, state: 'BOUND' } as const;
  return next({ do: 'STAY_QUIET', ms: QUIET_MS, thenWrite: { do: 'WRITE_ROW', from: row, to: bound } });
};

/**
 * The coming event, if there is one, comes first: appended again as it is, for the first append may still be under way.
 * Whoever took another id instead would find that one in its place, and take it for somebody else's.
 */
export const settle = ({ row, end }: Pick<RightPair, 'row' | 'end'>): Stepping<RowStep | AppendStep> | null => {
  if (row.coming === null) return null;
  return next(end.at === 'COMING' ? advanceStep(row, row.coming) : appendStep(row, row.coming));
};
