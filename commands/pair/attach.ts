import type { Iso } from '../ports/clock';
import type { LogSays, PairLook, PairRow } from '../ports/pair';
import { checkpointRefusal } from './checkpoints';
import { decidePair, isSameRow } from './decide-pair';
import { isUnused } from './decide-unbound';
import {
  CHANGED,
  next,
  type PairDecision,
  type Refused,
  type RowStep,
  refuse,
  type Stepping,
  type Waiting,
} from './decision';
import { identityEnd, strangeOpening } from './identity-end';
import type { Refusal } from './refusing/refusal';

export interface AttachAsked {
  /** Of the event; drawn anew for each look. */
  readonly id: string;
  readonly at: Iso;
  readonly actor: string;
  readonly reason: string;
  /** What `ledger store compare` lists; only nothing at all may be attached. */
  readonly differences: number;
}

/** START: the pair is right, and the other PostgreSQL has had its time to see it. */
export const decideAttach = (look: PairLook, asked: AttachAsked): PairDecision => {
  const { database, log } = look;
  const { row } = database;
  const asStarted = decidePair(look, { ledgerId: asked.id, at: asked.at });
  if (asStarted.kind === 'WAIT' || log === 'AWAY' || (row !== null && row.move !== null)) return asStarted;
  const { opening, last } = log;
  const obstacle = obstacleTo(look, log);
  if (obstacle !== null) return refuse(obstacle);
  if (opening === null || last === null)
    return asStarted.kind === 'REFUSE' ? asStarted : refuse({ because: 'LOG_EMPTY' });
  if (row !== null && identityEnd(row, log).at !== 'WRONG') return asStarted;
  if (asked.differences > 0) return refuse({ because: 'DIFFERENCES', count: asked.differences });
  const { ledgerId } = opening.data;
  const { id, revision } = last;
  return next({
    do: 'WRITE_ROW',
    from: row,
    to: { ledgerId, state: 'ATTACHING', last: { id, revision }, coming: comingOf(ledgerId, asked), move: null },
  });
};

/** What attaching cannot mend; null: nothing. */
const obstacleTo = ({ database }: PairLook, log: LogSays): Refusal | null => {
  const { row } = database;
  const ledgerId = row?.ledgerId ?? null;
  if (row !== null && row.last === null)
    return { because: 'OPENING_TAKEN', ledgerId: row.ledgerId, found: log.opening?.data.ledgerId ?? null };
  const strange = strangeOpening(ledgerId, log);
  if (strange !== null) return strange;
  const { opening, last } = log;
  if (opening === null || last === null) return null;
  const found = opening.data.ledgerId;
  if (last.type === 'LedgerMoved')
    return { because: 'MOVED', ledgerId: found, moveId: last.data.moveId, to: last.data.to };
  return checkpointRefusal(found, database, log);
};

const comingOf = (ledgerId: string, { id, actor, reason, at }: AttachAsked): NonNullable<PairRow['coming']> => ({
  id,
  event: { type: 'LedgerAttached', data: { ledgerId, actor, reason, attachedAt: at } },
});

/** `--forget-opening`: a row that is being opened goes, if there is nothing beside it. */
export const decideForgetOpening = (look: PairLook): Waiting | Refused | Stepping<RowStep> => {
  const { row } = look.database;
  if (!isSameRow(row, look.rowAfter)) return CHANGED;
  if (row?.state === 'OPENING' && isUnused(look.database)) return next({ do: 'WRITE_ROW', from: row, to: null });
  return refuse({ because: 'NOT_OPENING', ledgerId: row?.ledgerId ?? null });
};
