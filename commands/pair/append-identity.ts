import type { Iso } from '../ports/clock';
import type { ComingEvent, PairLook, PairRow } from '../ports/pair';
import { isSameRow, settle } from './decide-pair';
import {
  type AppendStep,
  AWAY,
  CHANGED,
  next,
  type Refused,
  type RowStep,
  refuse,
  type Stepping,
  type Waiting,
} from './decision';
import { identityEnd } from './identity-end';

/** An event and the revision that it is wanted at: the one after the row's last event, when it was drawn. */
export interface WantedEvent extends ComingEvent {
  readonly revision: number;
}

/** OVERTAKEN: another event took the revision; whoever still wants its own draws a new one. */
export type AppendDecision =
  | Waiting
  | Refused
  | Stepping<RowStep | AppendStep>
  | { readonly kind: 'DONE' }
  | { readonly kind: 'OVERTAKEN' };

/** How an event gets into the identity stream: the coming id first, then the append, then the row advances. */
export const decideAppend = (look: PairLook, wanted: WantedEvent): AppendDecision => {
  const { log, rowAfter } = look;
  const { row } = look.database;
  if (!isSameRow(row, rowAfter)) return CHANGED;
  if (row === null || row.last === null) return { kind: 'OVERTAKEN' };
  if (row.last.revision >= wanted.revision) return row.last.id === wanted.id ? { kind: 'DONE' } : { kind: 'OVERTAKEN' };
  if (log === 'AWAY') return AWAY;
  const end = identityEnd(row, log);
  if (end.at === 'WRONG') return refuse(end.refusal);
  const { id, event } = wanted;
  return settle({ row, end }) ?? next({ do: 'WRITE_ROW', from: row, to: { ...row, coming: { id, event } } });
};

/** What an elected projector wants before it projects; null while the ledger is not open. */
export const leadingEvent = ({ ledgerId, last }: PairRow, id: string, at: Iso): WantedEvent | null => {
  if (last === null) return null;
  const revision = last.revision + 1;
  return { id, revision, event: { type: 'LedgerLed', data: { ledgerId, term: revision, ledAt: at } } };
};
