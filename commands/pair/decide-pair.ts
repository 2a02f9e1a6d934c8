import type { DatabaseSays, LogSays, PairRow } from '../ports/pair';
import {
  type AppendStep,
  AWAY,
  advanceStep,
  appendStep,
  CHANGED,
  type DecidePair,
  type Drawn,
  next,
  type PairDecision,
  QUIET_MS,
  type RowStep,
  refuse,
  START_NOW,
  type Stepping,
} from './decision';
import { type IdentityEnd, identityEnd, strangeOpening } from './identity-end';
import { checkpointRefusal, isUnused, openingEvent } from './opening';

/**
 * A start with EVENTSTORE_URL: it opens a new pair, goes on with a right one, or is refused. A step is followed by
 * another look; a refusal counts when a second look says it again, 30 s later on a new connection (`standing.ts`).
 */
export const decidePair: DecidePair = (look, drawn) => {
  const { database, log } = look;
  const { row } = database;
  if (!isSameRow(row, look.rowAfter)) return CHANGED;
  if (row !== null && row.move !== null) return refuse({ because: 'MOVE_BEGUN', ...row.move });
  if (log === 'AWAY') return AWAY;
  if (row === null) return decideNew(database, log, drawn);
  const end = identityEnd(row, log);
  if (end.at === 'WRONG') return refuse(end.refusal);
  if (row.last === null) return decideOpening(row, log, drawn);
  const lost = checkpointRefusal(log);
  return lost === null ? decideBound({ row, end, log }) : refuse(lost);
};

/** False where somebody wrote the row between two reads of it. */
export const isSameRow = (left: PairRow | null, right: PairRow | null): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** PostgreSQL has no row: a new ledger, or a PostgreSQL that lost what the log knows. */
const decideNew = (database: DatabaseSays, log: LogSays, drawn: Drawn): PairDecision => {
  const strange = strangeOpening(null, log);
  if (strange !== null) return refuse(strange);
  const found = log.opening?.data.ledgerId ?? null;
  if (found !== null || log.hasOthers) return refuse({ because: 'DATABASE_EMPTY', found });
  if (!isUnused(database)) return refuse({ because: 'LOG_EMPTY' });
  const { ledgerId } = drawn;
  const to = { ledgerId, state: 'OPENING', last: null, coming: openingEvent(drawn), move: null } as const;
  return next({ do: 'WRITE_ROW', from: null, to });
};

/** The row says that a ledger is being opened, and the log has nothing of it or its first event. */
const decideOpening = (row: PairRow, log: LogSays, { at }: Drawn): PairDecision => {
  const { ledgerId } = row;
  const found = log.opening?.data.ledgerId ?? null;
  if (log.hasOthers) return refuse({ because: 'OPENING_TAKEN', ledgerId, found });
  const coming = row.coming ?? openingEvent({ ledgerId, at });
  return next(found === null ? appendStep(row, coming) : advanceStep(row, coming));
};

interface RightPair {
  readonly row: PairRow;
  readonly end: Exclude<IdentityEnd, { readonly at: 'WRONG' }>;
  readonly log: LogSays;
}

/** Row and log belong together: what was begun is finished, then work may start. */
const decideBound = ({ row, end, log }: RightPair): PairDecision => {
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
 * The coming event comes first, appended again as it is: the first append may still be under way, and a process that
 * took another id would find this one in its place and take it for another PostgreSQL's.
 */
export const settle = ({ row, end }: Pick<RightPair, 'row' | 'end'>): Stepping<RowStep | AppendStep> | null => {
  if (row.coming === null) return null;
  return next(end.at === 'COMING' ? advanceStep(row, row.coming) : appendStep(row, row.coming));
};
