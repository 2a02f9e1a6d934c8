import type { Iso } from '../../ports/clock';
import type { PairRow, StoredMove } from '../../ports/pair';
import { decideAppend, isPassed } from '../append-identity';
import { isSameRow } from '../decide-pair';
import { AWAY, CHANGED, next, refuse } from '../decision';
import { endsHigher } from '../identity-end';
import { cancellationIdOf, leavingIdOf } from '../identity-ids';
import { hasArrived, type MoveDecision, type MoveLook } from './moving';

export interface CancelAsked {
  /** Of the event that attaches to the source again; drawn anew for each look. */
  readonly id: string;
  readonly at: Iso;
  readonly actor: string;
  readonly reason: string;
  /** The store that was asked; null: it is destroyed. */
  readonly to: string | null;
}

/**
 * Takes the target's first revision, so that the ledger can never arrive, then attaches to the source again. A target
 * that an operator calls DESTROYED is not asked.
 */
export const decideCancel = (look: MoveLook, asked: CancelAsked): MoveDecision => {
  const { pair, target, isAlone } = look;
  const { row } = pair.database;
  if (!isAlone) return { kind: 'WAIT', why: 'LOCK' };
  if (!isSameRow(row, pair.rowAfter)) return CHANGED;
  if (row === null || row.move === null) return { kind: 'DONE' };
  const { move } = row;
  const { moveId, to } = move;
  if (asked.to !== null && asked.to !== to) return refuse({ because: 'MOVE_BEGUN', moveId, to });
  if (target === 'AWAY') return AWAY;
  if (target !== 'DESTROYED' && hasArrived(target, row.ledgerId, moveId)) {
    return refuse({ because: 'ARRIVED', moveId, to });
  }
  if (!move.isCancelling) {
    return next({ do: 'WRITE_ROW', from: row, to: { ...row, move: { moveId, to, isCancelling: true } } });
  }
  if (target !== 'DESTROYED' && target.opening === null) return next(cancellation(row, move, asked));
  return decideReturn(look, row, move, asked);
};

const cancellation = ({ ledgerId }: PairRow, { moveId }: StoredMove, { actor, reason, at }: CancelAsked) =>
  ({
    do: 'APPEND_TO_TARGET',
    coming: {
      id: cancellationIdOf(ledgerId, moveId),
      event: { type: 'LedgerMoveCancelled', data: { ledgerId, moveId, actor, reason, cancelledAt: at } },
    },
  }) as const;

/**
 * The source is the ledger's again: at once if it had not left, else by an event that says so. A source that another
 * PostgreSQL went on with is not ours to return to; what a start then says of it is true.
 */
const decideReturn = (look: MoveLook, row: PairRow, { moveId }: StoredMove, asked: CancelAsked): MoveDecision => {
  const { ledgerId } = row;
  const leavingId = leavingIdOf(ledgerId, moveId);
  const isAtHome = row.last?.id !== leavingId && row.coming?.id !== leavingId;
  const dropped = { do: 'DROP_MOVE', from: row, to: { ...row, move: null } } as const;
  if (isAtHome) return next(dropped);
  const { id, actor, reason, at } = asked;
  const decision = decideAppend(look.pair, {
    id,
    revision: (row.last?.revision ?? -1) + 1,
    event: { type: 'LedgerAttached', data: { ledgerId, actor, reason, cancelledMoveId: moveId, attachedAt: at } },
  });
  if (isPassed(decision)) return CHANGED;
  const isTaken = decision.kind === 'REFUSE' && endsHigher(decision.refusal);
  return isTaken ? next(dropped) : decision;
};
