import type { EventMark, LogSays, PairLook, PairRow } from '../../ports/pair';
import { type DecidePair, type PairDecision, RIGHT, type RowStep, refuse, wrong } from '../decision';
import { moved } from '../identity-end';
import { type Because, ledgerNamed, type Refusal } from '../refusal';

export interface Lost {
  readonly ledgerId: string;
  readonly row: PairRow | null;
  readonly end: EventMark;
}

/** Refusals of a start for a log that lacks events that PostgreSQL knows. */
const LOSSES: readonly Because[] = ['OLDER_COPY', 'OTHER_HISTORY', 'CHECKPOINT_ABSENT'];

export const isLoss = ({ because }: Refusal): boolean => LOSSES.includes(because);

/** An older backup may look right, so an operator may declare a loss for a pair that a start would accept. */
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

export const lostIn = ({ database, log }: PairLook): Lost | null => {
  if (log === 'AWAY' || log.opening === null || log.last === null) return null;
  const { id, revision } = log.last;
  return { ledgerId: log.opening.data.ledgerId, row: database.row, end: { id, revision } };
};

export interface AcceptedLoss {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly reason: string;
  readonly lostSince: string;
}

export const attachedAfterLoss = (ledgerId: string, { id, at, actor, reason, lostSince }: AcceptedLoss) =>
  ({ id, event: { type: 'LedgerAttached', data: { ledgerId, actor, reason, lostSince, attachedAt: at } } }) as const;

/** After this step a start refuses the lost events that checkpoints still know, and then continues to BOUND. */
export const acceptStep = (row: PairRow, end: EventMark, accepted: AcceptedLoss): RowStep => ({
  do: 'WRITE_ROW',
  from: row,
  to: { ...row, state: 'ATTACHING', last: end, coming: attachedAfterLoss(row.ledgerId, accepted) },
});
