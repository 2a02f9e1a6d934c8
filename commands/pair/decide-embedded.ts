import type { DatabaseSays, LogSays, PairRow } from '../ports/pair';
import { absentCheckpoint, databaseEmpty, isSameRow, logEmpty } from './decide-pair';
import { AGAIN, AWAY, type DecidePair, type Drawn, next, type PairDecision, RIGHT, writeRow, wrong } from './decision';
import { moved, strangeOpening } from './identity-end';
import { isUnused, openingEvent } from './opening';
import type { Refusal } from './refusal';

/** A start without EVENTSTORE_URL: log and rows are one database. A row of the version before is dropped. */
export const decideEmbedded: DecidePair = ({ database, log, rowAfter }, drawn) => {
  const { row } = database;
  if (!isSameRow(row, rowAfter)) return AGAIN;
  if (log === 'AWAY') return AWAY;
  const refusal = obstacleIn(row, log);
  if (refusal !== null) return wrong(refusal);
  if (row !== null) return writeRow(row, null);
  if (log.opening === null) return decideOpening(database, log, drawn);
  const [misplaced] = log.misplaced;
  if (misplaced === undefined) return RIGHT;
  return absentCheckpoint(log) ?? next({ do: 'MOVE_CHECKPOINT_BACK', misplaced, to: misplaced.before });
};

const obstacleIn = (row: PairRow | null, log: LogSays): Refusal | null => {
  const strange = strangeOpening(row?.ledgerId ?? null, log);
  if (strange !== null) return strange;
  if (log.last?.type === 'LedgerMoved') return moved(log.last);
  if (row === null || row.last === null || log.idAtRow === row.last.id) return null;
  const words = `PostgreSQL belongs to ledger ${row.ledgerId}, whose log is in an event store: set EVENTSTORE_URL to it.`;
  return { because: 'STORE_NOT_NAMED', words };
};

const decideOpening = (database: DatabaseSays, { hasOthers }: LogSays, drawn: Drawn): PairDecision => {
  if (hasOthers) return databaseEmpty(null);
  if (!isUnused(database)) return logEmpty();
  return next({ do: 'APPEND', coming: openingEvent(drawn), expected: 'no_stream' });
};
