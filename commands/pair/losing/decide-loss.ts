import type { LedgerIdentityEvent } from '../../../aggregates/ledger/events';
import type { EventMark, LogSays, PairLook, PairRow } from '../../ports/pair';
import { decidePair } from '../decide-pair';
import { type Drawn, type Refused, type RowStep, refuse, type Waiting } from '../decision';
import { strangeOpening } from '../identity-end';
import type { Refusal } from '../refusing/refusal';

export interface Lost {
  readonly kind: 'LOST';
  readonly row: PairRow;
  /** Where the identity stream ends in the copy. */
  readonly end: EventMark;
  /** What an earlier run has accepted already; null: this is the first. */
  readonly since: string | null;
}

/**
 * RIGHT: nothing is lost, or what was accepted is being attached; a start would go on. `since`: that loss, if there was
 * one and nobody has led the ledger since.
 */
export type LossDecision = Waiting | Refused | Lost | { readonly kind: 'RIGHT'; readonly since: string | null };

export interface LossAsked extends Drawn {
  /** What compares both stores told. */
  readonly differences: number;
}

/** What a log is refused for that lacks what PostgreSQL knows. */
const LOSSES: readonly Refusal['because'][] = ['OLDER_COPY', 'OTHER_HISTORY', 'CHECKPOINT_ABSENT'];

/** Whether the log of this PostgreSQL has lost something, and nothing worse. */
export const decideLoss = (look: PairLook, asked: LossAsked): LossDecision => {
  const asStarted = decidePair(look, asked);
  if (asStarted.kind === 'WAIT') return asStarted;
  const { log } = look;
  const { row } = look.database;
  if (log === 'AWAY' || row === null || row.last === null || row.move !== null) return refusedBy(look, asStarted);
  const obstacle = strangeOpening(row.ledgerId, log) ?? leftBy(row, log);
  if (obstacle !== null) return refuse(obstacle);
  const since = acceptedIn(row, log);
  if (asStarted.kind === 'REFUSE') {
    return LOSSES.includes(asStarted.refusal.because) ? lost(row, log, asStarted) : asStarted;
  }
  return asked.differences === 0 || since !== null ? { kind: 'RIGHT', since } : lost(row, log, asStarted);
};

type AsStarted = Exclude<ReturnType<typeof decidePair>, Waiting>;

const lost = (row: PairRow, { last }: LogSays, asStarted: AsStarted): LossDecision =>
  last === null
    ? refused(asStarted, row)
    : { kind: 'LOST', row, end: { id: last.id, revision: last.revision }, since: acceptedBy(row) };

/** Nothing can be lost by what was never bound. */
const refusedBy = ({ database: { row } }: PairLook, asStarted: AsStarted): Refused => refused(asStarted, row);

const refused = (asStarted: AsStarted, row: PairRow | null): Refused =>
  asStarted.kind === 'REFUSE' ? asStarted : refuse({ because: 'NOTHING_BOUND', ledgerId: row?.ledgerId ?? null });

const leftBy = ({ ledgerId }: PairRow, { last }: LogSays): Refusal | null =>
  last?.type === 'LedgerMoved' ? { because: 'MOVED', ledgerId, moveId: last.data.moveId, to: last.data.to } : null;

const sinceIn = (event: LedgerIdentityEvent | undefined): string | null =>
  event?.type === 'LedgerAttached' ? (event.data.lostSince ?? null) : null;

const acceptedBy = ({ coming }: PairRow): string | null => sinceIn(coming?.event);

/** Since when a loss was accepted that is being attached, or was just before. */
const acceptedIn = (row: PairRow, { last }: LogSays): string | null => acceptedBy(row) ?? sinceIn(last ?? undefined);

export interface AcceptedLoss {
  /** Of the event to come. */
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly reason: string;
  readonly lostSince: string;
}

/** From here on a start refuses what the checkpoints still know of the lost events, and then goes on to bound. */
export const acceptStep = ({ row, end }: Lost, { id, at, actor, reason, lostSince }: AcceptedLoss): RowStep => {
  const data = { ledgerId: row.ledgerId, actor, reason, lostSince, attachedAt: at };
  const coming = { id, event: { type: 'LedgerAttached', data } } as const;
  return { do: 'WRITE_ROW', from: row, to: { ...row, state: 'ATTACHING', last: end, coming } };
};
