import type { DatabaseSays, LogSays, PairRow } from '../ports/pair';
import {
  AGAIN,
  AWAY,
  type DecidePair,
  type Drawn,
  next,
  type PairDecision,
  QUIET_MS,
  RIGHT,
  refuse,
  writeRow,
  wrong,
} from './decision';
import { identityEnd, moved, openingTaken, strangeOpening } from './identity-end';
import { isUnused, openingEvent } from './opening';
import { ATTACH, checkpointAbsent, ledgerNamed, RESTORE, RIGHT_URL } from './refusal';

/** A start with EVENTSTORE_URL. A refusal counts when a second check repeats it, 30 s later on a new connection. */
export const decidePair: DecidePair = ({ database, log, rowAfter }, drawn) => {
  const { row } = database;
  if (!isSameRow(row, rowAfter)) return AGAIN;
  if (log === 'AWAY') return AWAY;
  if (row === null) return decideNew(database, log, drawn);
  const end = identityEnd(row, log);
  if (typeof end === 'object') return wrong(end);
  if (row.last === null && log.hasOthers) {
    return wrong(openingTaken(row.ledgerId, log.opening?.data.ledgerId ?? null));
  }
  const coming = row.coming ?? (row.last === null ? openingEvent({ id: row.ledgerId, at: drawn.at }) : null);
  return absentCheckpoint(log) ?? settle(row, coming, end) ?? decideBound(row, log);
};

/** False where another process wrote the row between two reads of it. */
export const isSameRow = (left: PairRow | null, right: PairRow | null): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** PostgreSQL has no row: the ledger is new, or PostgreSQL lost data that the log has. */
const decideNew = (database: DatabaseSays, log: LogSays, drawn: Drawn): PairDecision => {
  const strange = strangeOpening(null, log);
  if (strange !== null) return wrong(strange);
  const found = log.opening?.data.ledgerId ?? null;
  if (found !== null || log.hasOthers) return databaseEmpty(found);
  if (!isUnused(database)) return logEmpty();
  return writeRow(null, { ledgerId: drawn.id, state: 'OPENING', last: null, coming: openingEvent(drawn) });
};

export const databaseEmpty = (found: string | null) =>
  refuse(
    'DATABASE_EMPTY',
    `PostgreSQL is bound to no ledger, but the event store holds ${found === null ? 'events of a ledger without its ledger-identity, as an import leaves them that broke off' : ledgerNamed(found)}. ${RIGHT_URL} ${RESTORE} When the vault was restored: ${ATTACH}`,
  );

export const logEmpty = () =>
  refuse(
    'LOG_EMPTY',
    `The event store is empty: the log of what PostgreSQL holds (keys, checkpoints) is missing. ${RIGHT_URL} ${RESTORE}`,
  );

/** A checkpoint whose event is not in the log, although its stream is whole. */
export const absentCheckpoint = ({ misplaced, head }: LogSays): PairDecision | null => {
  const absent = misplaced.find(({ isStreamFaulty }) => !isStreamFaulty);
  return absent === undefined ? null : wrong(checkpointAbsent(absent, head));
};

/** The coming event is appended unchanged: its first append may still run, and another id would seem foreign. */
const settle = (row: PairRow, coming: PairRow['coming'], end: 'LAST' | 'COMING'): PairDecision | null => {
  const { last, state } = row;
  if (coming === null) return null;
  if (end === 'LAST') return next({ do: 'APPEND', coming, expected: last?.revision ?? 'no_stream' });
  const advanced = { id: coming.id, revision: (last?.revision ?? -1) + 1 };
  return writeRow(row, {
    ...{ ...row, last: advanced, coming: null },
    state: state === 'ATTACHING' ? 'ATTACHING' : 'BOUND',
  });
};

/** Row and log belong together: work may start. */
const decideBound = (row: PairRow, log: LogSays): PairDecision => {
  const [misplaced] = log.misplaced;
  if (misplaced !== undefined) return next({ do: 'MOVE_CHECKPOINT_BACK', misplaced, to: misplaced.before });
  if (log.last?.type === 'LedgerMoved') return wrong(moved(log.last));
  if (row.state === 'BOUND') return RIGHT;
  const thenWrite = { do: 'WRITE_ROW', from: row, to: { ...row, state: 'BOUND' } } as const;
  return next({ do: 'STAY_QUIET', ms: QUIET_MS, thenWrite });
};
