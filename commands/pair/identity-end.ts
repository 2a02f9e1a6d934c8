import type { EventMark, IdentityEvent, LogSays, PairRow } from '../ports/pair';
import type { Ends, Refusal } from './refusing/refusal';

/** The newest format of a ledger that this program knows. */
export const LEDGER_FORMAT = 1;

/** Where the identity stream ends, seen from a row: at its last event, at the one that it is about to append, or wrong. */
export type IdentityEnd =
  | { readonly at: 'LAST' }
  | { readonly at: 'COMING' }
  | { readonly at: 'WRONG'; readonly refusal: Refusal };

const wrong = (refusal: Refusal): IdentityEnd => ({ at: 'WRONG', refusal });

/** The stream must end in exactly the event of the row; a row that has none yet, in none or in the coming one. */
export const identityEnd = (row: PairRow, log: LogSays): IdentityEnd => {
  const { ledgerId, last } = row;
  const strange = strangeOpening(ledgerId, log);
  if (strange !== null) return wrong(strange);
  const end = log.last;
  if (end === null) return last === null ? { at: 'LAST' } : wrong(absent(ledgerId, log));
  if (row.coming?.id === end.id && end.revision === (last?.revision ?? -1) + 1) return atComing(row, log);
  if (last === null) return wrong({ because: 'OPENING_TAKEN', ledgerId, found: ledgerId });
  return againstLast(ledgerId, last, log, end);
};

/** The log opened as something else, or in a format of a later version; null: as this ledger, or not at all. */
export const strangeOpening = (ledgerId: string | null, { opening }: LogSays): Refusal | null => {
  if (opening === null) return null;
  const found = opening.data.ledgerId;
  if (opening.type === 'LedgerMoveCancelled') {
    return { because: 'MOVE_CANCELLED', ledgerId, moveId: opening.data.moveId };
  }
  if (ledgerId !== null && found !== ledgerId) return { because: 'OTHER_LEDGER', ledgerId, found };
  if (opening.type !== 'LedgerOpened' || opening.data.format <= LEDGER_FORMAT) return null;
  return { because: 'FORMAT_UNKNOWN', ledgerId: found, format: opening.data.format, known: LEDGER_FORMAT };
};

export const absent = (ledgerId: string, { hasOthers }: LogSays): Refusal => ({
  because: 'LEDGER_ABSENT',
  ledgerId,
  hasOthers,
});

/** One's own after a crash, if it follows the row's event. */
const atComing = (row: PairRow, log: LogSays): IdentityEnd =>
  row.last === null || log.idAtRow === row.last.id
    ? { at: 'COMING' }
    : wrong({ because: 'OTHER_HISTORY', ledgerId: row.ledgerId, ...endsOf(row.last, log) });

const againstLast = (ledgerId: string, last: EventMark, log: LogSays, end: IdentityEvent): IdentityEnd => {
  const ends = endsOf(last, log);
  if (end.type === 'LedgerMoved' && end.id !== last.id) return wrong({ because: 'MOVED', ...end.data });
  if (end.revision < last.revision) return wrong({ because: 'OLDER_COPY', ledgerId, ...ends });
  if (log.idAtRow !== last.id) return wrong({ because: 'OTHER_HISTORY', ledgerId, ...ends });
  return end.revision === last.revision ? { at: 'LAST' } : wrong(wentOn(ledgerId, ends, end));
};

/** The revision that both can be compared at, and what the log has there. */
const endsOf = (last: EventMark, { last: end }: LogSays): Ends => ({
  last,
  end: { id: end?.id ?? '', revision: end?.revision ?? -1 },
});

/** The log ends higher: what its last event says of who was there. */
const wentOn = (ledgerId: string, ends: Ends, end: IdentityEvent): Refusal => {
  if (end.type === 'LedgerAttached') {
    return { because: 'ATTACHED_ELSEWHERE', ledgerId, ...ends, actor: end.data.actor, reason: end.data.reason };
  }
  return { because: 'LED_ELSEWHERE', ledgerId, ...ends, term: end.type === 'LedgerLed' ? end.data.term : null };
};
