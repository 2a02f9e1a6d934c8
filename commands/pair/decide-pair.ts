import type { PairLook, PairRow } from '../ports/pair';
import { checkpointRefusal } from './checkpoints';
import { decideBound } from './decide-bound';
import { decideOpening, decideUnbound } from './decide-unbound';
import { AWAY, CHANGED, type Drawn, type PairDecision, refuse } from './decision';
import { identityEnd } from './identity-end';

/**
 * What a start does: go on, wait, refuse, or one step and another look. A refusal counts when a second look, 30 s later
 * on a new connection, says it again (`standing.ts`).
 */
export const decidePair = (look: PairLook, drawn: Drawn): PairDecision => {
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

/** Nobody wrote the row between two reads of it: each write changes the last event, the coming one, the state or the move. */
export const isSameRow = (left: PairRow | null, right: PairRow | null): boolean =>
  left === null || right === null
    ? left === right
    : left.ledgerId === right.ledgerId &&
      left.state === right.state &&
      left.last?.id === right.last?.id &&
      left.last?.revision === right.last?.revision &&
      left.coming?.id === right.coming?.id &&
      left.move?.moveId === right.move?.moveId &&
      left.move?.isCancelling === right.move?.isCancelling;
