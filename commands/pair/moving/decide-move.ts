import type { LogSays, PairRow } from '../../ports/pair';
import { decideAppend, isPassed } from '../append-identity';
import { decidePair, isSameRow } from '../decide-pair';
import { AWAY, CHANGED, next, QUIET_MS, refuse } from '../decision';
import { identityEnd, LEDGER_FORMAT } from '../identity-end';
import { arrivalIdOf, leavingIdOf } from '../identity-ids';
import { hasArrived, type MoveAsked, type MoveDecision, type MoveLook, type MoveRun, type TargetSays } from './moving';

/** The next step of a move, from wherever it was broken off; each step is followed by another look. */
export const decideMove = (look: MoveLook, asked: MoveAsked, run: MoveRun): MoveDecision => {
  const { pair, target, isAlone } = look;
  const { row } = pair.database;
  if (!isAlone) return { kind: 'WAIT', why: 'LOCK' };
  if (!isSameRow(row, pair.rowAfter)) return CHANGED;
  if (target === 'AWAY' || target === 'DESTROYED' || pair.log === 'AWAY') return AWAY;
  if (row === null || row.move === null) return decideBeginning(look, target, asked);
  const { ledgerId, move } = row;
  if (move.moveId !== asked.moveId) return refuse({ because: 'MOVE_BEGUN', moveId: move.moveId, to: move.to });
  if (hasArrived(target, ledgerId, asked.moveId)) return next(putInPlace(row, asked));
  if (move.isCancelling) return refuse({ because: 'MOVE_CANCELLED', ledgerId, moveId: asked.moveId });
  if (target.opening !== null || target.hasOthers) return refuse(takenBy(target, asked));
  if (hasLeft(row, pair.log, asked)) return next(arrivingStep(row, asked, run));
  return run.isCopied ? decideLeaving(look, row, asked) : next({ do: 'COPY', pass: 'FIRST' });
};

const decideBeginning = ({ pair, notWhole }: MoveLook, target: TargetSays, asked: MoveAsked): MoveDecision => {
  const { row } = pair.database;
  const { moveId, to } = asked;
  if (row !== null && row.last?.id === arrivalIdOf(row.ledgerId, moveId)) return { kind: 'DONE' };
  const decision = decidePair(pair, { ledgerId: moveId, at: asked.at });
  if (decision.kind !== 'START' || row === null) return decision.kind === 'START' ? AWAY : decision;
  if (target.opening !== null || target.hasOthers) return refuse(takenBy(target, asked));
  if (notWhole.length > 0) return refuse({ because: 'STREAMS_NOT_WHOLE', streams: notWhole });
  return next({ do: 'WRITE_ROW', from: row, to: { ...row, move: { moveId, to, isCancelling: false } } });
};

const takenBy = ({ opening }: TargetSays, { moveId, to }: MoveAsked) =>
  ({ because: 'TARGET_TAKEN', moveId, to, found: opening?.data.ledgerId ?? null }) as const;

const hasLeft = (row: PairRow, log: LogSays, { moveId }: MoveAsked): boolean =>
  row.last?.id === leavingIdOf(row.ledgerId, moveId) && row.coming === null && identityEnd(row, log).at === 'LAST';

const decideLeaving = ({ pair }: MoveLook, row: PairRow, { moveId, to, at }: MoveAsked): MoveDecision => {
  const { ledgerId } = row;
  const decision = decideAppend(pair, {
    id: leavingIdOf(ledgerId, moveId),
    revision: (row.last?.revision ?? -1) + 1,
    event: { type: 'LedgerMoved', data: { ledgerId, moveId, to, movedAt: at } },
  });
  return isPassed(decision) ? CHANGED : decision;
};

/** Others may still write to the source for a while; what they wrote is copied before anything is compared. */
const arrivingStep = (row: PairRow, asked: MoveAsked, run: MoveRun) => {
  if (!run.wasQuiet) return { do: 'AWAIT_QUIET', ms: QUIET_MS } as const;
  if (!run.isRestCopied) return { do: 'COPY', pass: 'REST' } as const;
  if (run.compared === null) return { do: 'COMPARE' } as const;
  if (!run.isBeside) return { do: 'PUT_BESIDE', moveId: asked.moveId } as const;
  return arrival(row, asked, run.compared);
};

const arrival = ({ ledgerId }: PairRow, { moveId, at }: MoveAsked, compared: NonNullable<MoveRun['compared']>) =>
  ({
    do: 'APPEND_TO_TARGET',
    coming: {
      id: arrivalIdOf(ledgerId, moveId),
      event: {
        type: 'LedgerOpened',
        data: { ledgerId, format: LEDGER_FORMAT, arrival: { moveId, ...compared }, openedAt: at },
      },
    },
  }) as const;

const putInPlace = (row: PairRow, { moveId }: MoveAsked) =>
  ({
    do: 'PUT_IN_PLACE',
    from: row,
    to: {
      ...row,
      state: 'BOUND',
      last: { id: arrivalIdOf(row.ledgerId, moveId), revision: 0 },
      coming: null,
      move: null,
    },
  }) as const;
