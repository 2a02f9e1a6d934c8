import type { EventMark, LogSays, PairLook, PairRow } from '../../ports/pair';
import { type DecidePair, type PairDecision, RIGHT, type RowStep, refuse, wrong } from '../decision';
import { moved } from '../identity-end';
import { type Because, ledgerNamed, type Refusal } from '../refusal';

export interface Lost {
  readonly ledgerId: string;
  readonly row: PairRow | null;
  /** Where the identity stream of the copy ends. */
  readonly end: EventMark;
}

/** Refusals of a start for a log that lacks what PostgreSQL knows. */
const LOSSES: readonly Because[] = ['OLDER_COPY', 'OTHER_HISTORY', 'CHECKPOINT_ABSENT'];

export const isLoss = ({ because }: Refusal): boolean => LOSSES.includes(because);

/**
 * An older backup may look right, so a pair that a start would take is lost too, if the operator says so: nothing is
 * begun in it before its payments are held.
 */
export const decideLoss =
  (decide: DecidePair): DecidePair =>
  (look, drawn) => {
    const decision = decide(look, drawn);
    if (look.log === 'AWAY' || decision.says === 'AGAIN') return decision;
    if (decision.says === 'WRONG' && !isLoss(decision.refusal)) return decision;
    return obstacleTo(look, look.log) ?? (decision.says === 'WRONG' ? decision : RIGHT);
  };

const obstacleTo = ({ database }: PairLook, { opening, last }: LogSays): PairDecision | null => {
  if (last?.type === 'LedgerMoved') return wrong(moved(last));
  if (opening !== null && last !== null) return null;
  const named = ledgerNamed(database.row?.ledgerId ?? null);
  return refuse('NOTHING_BOUND', `${named} was never opened in this event store: no event of it can have been lost.`);
};

/** Of a look that was decided on. */
export const lostIn = ({ database, log }: PairLook): Lost | null => {
  if (log === 'AWAY' || log.opening === null || log.last === null) return null;
  const { id, revision } = log.last;
  return { ledgerId: log.opening.data.ledgerId, row: database.row, end: { id, revision } };
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
