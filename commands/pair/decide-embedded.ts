import type { DatabaseSays, LogSays, PairRow } from '../ports/pair';
import { isSameRow } from './decide-pair';
import { AWAY, CHANGED, type DecidePair, type Drawn, next, type PairDecision, refuse, START_NOW } from './decision';
import { strangeOpening } from './identity-end';
import { checkpointRefusal, isUnused, openingEvent } from './opening';
import type { Refusal } from './refusing/refusal';

/**
 * A start without EVENTSTORE_URL: log and rows are one database, so there is no row and nothing to compare. A row that
 * the version before has left is dropped.
 */
export const decideEmbedded: DecidePair = (look, drawn) => {
  const { database, log } = look;
  const { row } = database;
  if (!isSameRow(row, look.rowAfter)) return CHANGED;
  if (log === 'AWAY') return AWAY;
  const refusal = obstacleIn(row, log);
  if (refusal !== null) return refuse(refusal);
  if (row !== null) return next({ do: 'WRITE_ROW', from: row, to: null });
  if (log.opening === null) return decideOpening(database, log, drawn);
  const lost = checkpointRefusal(log);
  if (lost !== null) return refuse(lost);
  const [misplaced] = log.misplaced;
  return misplaced === undefined ? START_NOW : next({ do: 'MOVE_CHECKPOINT_BACK', misplaced, to: misplaced.before });
};

const obstacleIn = (row: PairRow | null, log: LogSays): Refusal | null => {
  const strange = strangeOpening(row?.ledgerId ?? null, log);
  if (strange !== null) return strange;
  const { last } = log;
  if (last?.type === 'LedgerMoved') return { because: 'MOVED', ...last.data };
  if (row === null) return null;
  if (row.move !== null) return { because: 'MOVE_BEGUN', ...row.move };
  const isOfThisLog = row.last === null || log.idAtRow === row.last.id;
  return isOfThisLog ? null : { because: 'STORE_NOT_NAMED', ledgerId: row.ledgerId };
};

const decideOpening = (database: DatabaseSays, { hasOthers }: LogSays, drawn: Drawn): PairDecision => {
  if (hasOthers) return refuse({ because: 'DATABASE_EMPTY', found: null });
  if (!isUnused(database)) return refuse({ because: 'LOG_EMPTY' });
  return next({ do: 'APPEND', coming: openingEvent(drawn), expected: 'no_stream' });
};
