import type { Iso } from '../ports/clock';
import type { ComingEvent, PairLook, PairRow } from '../ports/pair';
import { decidePair, isSameRow } from './decide-pair';
import { AWAY, type PairDecision, RIGHT, writeRow } from './decision';

export interface WantedEvent extends ComingEvent {
  readonly revision: number;
}

/** An elected projector appends this before it projects, after a coming event. Null before the ledger is open. */
export const leadingEvent = ({ ledgerId, last, coming }: PairRow, id: string, at: Iso): WantedEvent | null => {
  if (last === null) return null;
  const revision = last.revision + (coming === null ? 1 : 2);
  return { id, revision, event: { type: 'LedgerLed', data: { ledgerId, term: revision, ledAt: at } } };
};

/** The coming id, the append, then the row. Another event of this PostgreSQL at the revision is accepted. */
export const decideAppend = (look: PairLook, wanted: WantedEvent): PairDecision => {
  const { id, event, revision } = wanted;
  const { row } = look.database;
  // A missing row opens no ledger here.
  if (row === null || row.last === null) return AWAY;
  if (isSameRow(row, look.rowAfter) && row.last.id === id) return RIGHT;
  const decision = decidePair(look, { id, at: '' });
  if (decision.says !== 'RIGHT') return decision;
  return row.last.revision >= revision ? RIGHT : writeRow(row, { ...row, coming: { id, event } });
};
