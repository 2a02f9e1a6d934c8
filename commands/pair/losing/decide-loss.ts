import type { EventMark, PairLook, PairRow } from '../../ports/pair';
import type { DecidePair, Drawn, Refused, RowStep, Waiting } from '../decision';
import { refuse } from '../decision';
import type { Refusal } from '../refusing/refusal';

export interface Lost {
  readonly kind: 'LOST';
  readonly ledgerId: string;
  readonly row: PairRow | null;
  /** Where the identity stream of the copy ends. */
  readonly end: EventMark;
}

/** Refusals of a start that say that the log lacks what PostgreSQL knows. */
const LOSSES: readonly Refusal['because'][] = ['OLDER_COPY', 'OTHER_HISTORY', 'CHECKPOINT_ABSENT'];

/** An older backup may look right, so a pair that a start would take is lost too, if the operator says so. */
export const decideLoss = (decide: DecidePair, look: PairLook, drawn: Drawn): Waiting | Refused | Lost => {
  const asStarted = decide(look, drawn);
  const { log } = look;
  const { row } = look.database;
  if (asStarted.kind === 'WAIT' || log === 'AWAY') return { kind: 'WAIT', why: 'AWAY' };
  if (asStarted.kind === 'REFUSE' && !LOSSES.includes(asStarted.refusal.because)) return asStarted;
  const { opening, last } = log;
  if (opening === null || last === null) return refuse({ because: 'NOTHING_BOUND', ledgerId: row?.ledgerId ?? null });
  if (last.type === 'LedgerMoved') return refuse({ because: 'MOVED', ...last.data });
  return { kind: 'LOST', ledgerId: opening.data.ledgerId, row, end: { id: last.id, revision: last.revision } };
};

export interface AcceptedLoss {
  /** Of the event to come. */
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly reason: string;
  readonly lostSince: string;
}

export const attachedAfterLoss = (ledgerId: string, { id, at, actor, reason, lostSince }: AcceptedLoss) =>
  ({ id, event: { type: 'LedgerAttached', data: { ledgerId, actor, reason, lostSince, attachedAt: at } } }) as const;

/** From here on a start refuses what the checkpoints still know of the lost events, and then goes on to bound. */
export const acceptStep = (row: PairRow, end: EventMark, accepted: AcceptedLoss): RowStep => ({
  do: 'WRITE_ROW',
  from: row,
  to: { ...row, state: 'ATTACHING', last: end, coming: attachedAfterLoss(row.ledgerId, accepted) },
});
