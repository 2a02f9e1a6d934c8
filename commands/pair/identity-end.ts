import type { EventMark, IdentityEvent, LogSays, PairRow } from '../ports/pair';
import { ATTACH, type Because, ledgerNamed, markNamed, RESTORE, type Refusal, RIGHT_URL } from './refusal';

export const LEDGER_FORMAT = 1;

/** End of the identity stream relative to a row: at its last event, at its coming event, or elsewhere. */
export const identityEnd = (row: PairRow, log: LogSays): 'LAST' | 'COMING' | Refusal => {
  const { ledgerId, last, coming } = row;
  const strange = strangeOpening(ledgerId, log);
  if (strange !== null) return strange;
  const end = log.last;
  if (end === null) return last === null ? 'LAST' : absent(ledgerId, log);
  const isComing = coming?.id === end.id && end.revision === (last?.revision ?? -1) + 1;
  if (last === null) return isComing ? 'COMING' : openingTaken(ledgerId, ledgerId);
  if (isComing && log.idAtRow === last.id) return 'COMING';
  if (end.id === last.id && end.revision === last.revision) return 'LAST';
  return elsewhere(ledgerId, last, log, end);
};

/** The log opened as something else, or in a format of a later version; null: as this ledger, or not at all. */
export const strangeOpening = (ledgerId: string | null, { opening }: LogSays): Refusal | null => {
  if (opening === null) return null;
  const found = opening.data.ledgerId;
  if (ledgerId !== null && found !== ledgerId) {
    const words = `PostgreSQL belongs to ledger ${ledgerId}, but the event store holds ledger ${found}. ${RIGHT_URL}`;
    return { because: 'OTHER_LEDGER', words };
  }
  if (opening.type !== 'LedgerOpened') return formatUnknown(found, `begins with ${opening.type}`);
  const { format } = opening.data;
  return format <= LEDGER_FORMAT ? null : formatUnknown(found, `has format ${format}`);
};

const formatUnknown = (ledgerId: string, has: string): Refusal => ({
  because: 'FORMAT_UNKNOWN',
  words: `Ledger ${ledgerId} ${has}, and this version knows LedgerOpened of formats up to ${LEDGER_FORMAT}. Start with the store that the ledger is in, and with the version that opened it.`,
});

const absent = (ledgerId: string, { hasOthers }: LogSays): Refusal => ({
  because: 'LEDGER_ABSENT',
  words: `PostgreSQL belongs to ledger ${ledgerId}, but the event store holds ${hasOthers ? 'no ledger-identity, only events of others or of an unfinished copy' : 'no events of a ledger: it was wiped, or it is another store'}. ${RIGHT_URL}`,
});

export const openingTaken = (ledgerId: string, found: string | null): Refusal => ({
  because: 'OPENING_TAKEN',
  words: `PostgreSQL had begun to open ledger ${ledgerId}, but the event store holds ${found === null ? 'events of another installation' : `${ledgerNamed(found)} and its events`}. ${RIGHT_URL} A new ledger begins in an empty PostgreSQL and an empty event store.`,
});

export const moved = ({ data }: Extract<IdentityEvent, { readonly type: 'LedgerMoved' }>): Refusal => ({
  because: 'MOVED',
  words: `Ledger ${data.ledgerId} has left this event store by an export to ${data.to} (move ${data.moveId}). Import that file, or start with the store that it was imported to; where that is this one, it is an older copy.`,
});

const elsewhere = (ledgerId: string, last: EventMark, { idAtRow }: LogSays, end: IdentityEvent): Refusal => {
  if (end.type === 'LedgerMoved') return moved(end);
  const ends = `PostgreSQL knows ledger ${ledgerId} up to ${markNamed(last)} of ledger-identity, the event store up to ${markNamed(end)}`;
  const refusal = (because: Because, words: string): Refusal => ({ because, words: `${ends}${words} ${RESTORE}` });
  if (end.revision < last.revision) {
    return refusal('OLDER_COPY', ': the event store is an older copy. Restore the newer one.');
  }
  if (idAtRow !== last.id) {
    return refusal(
      'OTHER_HISTORY',
      ': they went apart before that, so the event store has another history than PostgreSQL.',
    );
  }
  return refusal('LED_ELSEWHERE', `${ledBy(end)} Start with the newer one. ${ATTACH}`);
};

/** The log ends later: its last event names another PostgreSQL. */
const ledBy = (end: IdentityEvent): string => {
  if (end.type === 'LedgerAttached') {
    return `: ${end.data.actor} attached the ledger to another PostgreSQL ("${end.data.reason}").`;
  }
  const term = end.type === 'LedgerLed' ? `, term ${end.data.term}` : '';
  return `${term}: another PostgreSQL leads this ledger, or this one was restored from a backup.`;
};
