import type { PairRow } from '../ports/pair';
import { checkpointRefusal } from './checkpoints';
import { decideBound } from './decide-bound';
import { decideOpening, decideUnbound } from './decide-unbound';
import { AWAY, CHANGED, type DecidePair, refuse } from './decision';
import { identityEnd } from './identity-end';

/**
 * A start with EVENTSTORE_URL: it opens a new pair, goes on with a right one, or is refused. A step is followed by
 * another look; a refusal counts when a second look says it again, 30 s later on a new connection (`standing.ts`).
 */
export const decidePair: DecidePair = (look, drawn) => {
  const { database, log } = look;
  const { row } = database;
  const move = row?.move ?? null;
  if (!isSameRow(row, look.rowAfter)) return CHANGED;
  if (move !== null) return refuse({ because: 'MOVE_BEGUN', moveId: move.moveId, to: move.to });
  if (log === 'AWAY') return AWAY;
  if (row === null) return decideUnbound(database, log, drawn);
  const end = identityEnd(row, log);
  if (end.at === 'WRONG') return refuse(end.refusal);
  if (row.last === null) return decideOpening(database, row, log, drawn);
  const lost = checkpointRefusal(row.ledgerId, database, log);
  return lost === null ? decideBound({ row, end, log }) : refuse(lost);
};

/** False where somebody wrote the row between two reads of it. */
export const isSameRow = (left: PairRow | null, right: PairRow | null): boolean =>
  JSON.stringify(left) === JSON.stringify(right);
