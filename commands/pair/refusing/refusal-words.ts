import type { Position } from '../../../aggregates/events';
import type { EventMark } from '../../ports/pair';
import type { Ends, Refusal } from './refusal';

type Words = { readonly [Because in Refusal['because']]: (refusal: Of<Because>) => string };
type Of<Because extends Refusal['because']> = Extract<Refusal, { readonly because: Because }>;

const RESTORE = 'Restore both from one moment, as docs/operations.md says (Backup and restore).';
const ATTACH = '`ledger store attach` gives the ledger to this PostgreSQL, where nothing is lost.';
const RIGHT_URL = 'Look whether DATABASE_URL and EVENTSTORE_URL are those of one installation.';

const ledgerNamed = (ledgerId: string | null): string => (ledgerId === null ? 'no ledger' : `ledger ${ledgerId}`);
const revisionOf = ({ revision, id }: EventMark): string => `revision ${revision} (event ${id})`;
const placeOf = ({ commit, prepare }: Position): string => `${commit}/${prepare}`;

const bothEnds = ({ ledgerId, last, end }: Ends & { readonly ledgerId: string }): string =>
  `PostgreSQL knows ledger ${ledgerId} up to ${revisionOf(last)} of ledger-identity, the event store up to ${revisionOf(end)}`;

const WORDS: Words = {
  DATABASE_EMPTY: ({ found }) =>
    `PostgreSQL is bound to no ledger, but the event store holds ${found === null ? 'events of a ledger without its ledger-identity, as an import leaves them that broke off' : ledgerNamed(found)}. ${RIGHT_URL} ${RESTORE} When the vault was restored: ${ATTACH}`,
  LOG_EMPTY: () =>
    `The event store is empty: the log of what PostgreSQL holds (keys, checkpoints) is missing. ${RIGHT_URL} ${RESTORE}`,
  OPENING_TAKEN: ({ ledgerId, found }) =>
    `PostgreSQL had begun to open ledger ${ledgerId}, but the event store holds ${found === null ? 'events of another installation' : `${ledgerNamed(found)} and its events`}. ${RIGHT_URL} Nothing was written beside it: an empty PostgreSQL, or an empty event store, is where a new ledger begins.`,
  LEDGER_ABSENT: ({ ledgerId, hasOthers }) =>
    `PostgreSQL belongs to ledger ${ledgerId}, but the event store holds ${hasOthers ? 'no ledger-identity, only events of others or of an unfinished copy' : 'no events of a ledger: it was wiped, or it is another store'}. ${RIGHT_URL}`,
  OTHER_LEDGER: ({ ledgerId, found }) =>
    `PostgreSQL belongs to ledger ${ledgerId}, but the event store holds ledger ${found}. ${RIGHT_URL}`,
  MOVE_CANCELLED: ({ moveId }) =>
    `Move ${moveId} of the version before was cancelled: the ledger is in the store that it came from. Start with that one.`,
  OLDER_COPY: (refusal) => `${bothEnds(refusal)}: the event store is an older copy. Restore the newer one. ${RESTORE}`,
  OTHER_HISTORY: (refusal) =>
    `${bothEnds(refusal)}: they went apart before that, so the event store has another history than PostgreSQL. ${RESTORE}`,
  LED_ELSEWHERE: (refusal) =>
    `${bothEnds(refusal)}${refusal.term === null ? '' : `, term ${refusal.term}`}: another PostgreSQL leads this ledger, or this one was restored from a backup. Start with the newer one. ${ATTACH} ${RESTORE}`,
  ATTACHED_ELSEWHERE: (refusal) =>
    `${bothEnds(refusal)}: ${refusal.actor} attached the ledger to another PostgreSQL ("${refusal.reason}"). Start with that one. ${ATTACH}`,
  MOVED: ({ ledgerId, moveId, to }) =>
    `Ledger ${ledgerId} has left this event store by an export to ${to} (move ${moveId}). Import that file, or start with the store that it was imported to; where that is this one, it is an older copy.`,
  CHECKPOINT_ABSENT: ({ misplaced: { projection, considered, found }, head }) =>
    `Projection ${projection} had considered ${considered.stream}@${considered.revision} (event ${considered.id}) at ${placeOf(considered.position)}, where the event store has ${found === null ? 'nothing' : `${found.stream}@${found.revision} (event ${found.id})`}; its head is ${placeOf(head)}. It is an older copy or has another history. ${RESTORE}`,
  FORMAT_UNKNOWN: ({ ledgerId, format, known }) =>
    `Ledger ${ledgerId} has format ${format}, and this version knows formats up to ${known}: it was opened by a later version. Install that one.`,
  MOVE_BEGUN: ({ moveId, to }) =>
    `A move to ${to} (move ${moveId}) has begun under the version before: end it, or cancel it, with that version.`,
  STORE_NOT_NAMED: ({ ledgerId }) =>
    `PostgreSQL belongs to ledger ${ledgerId}, whose log is in an event store: set EVENTSTORE_URL to it.`,
  VAULT_EMPTY: ({ ledgerId }) =>
    `The key vault of this PostgreSQL is empty: personal data of ledger ${ledgerId} could never be read again. Restore the schema vault first.`,
  NOTHING_BOUND: ({ ledgerId }) =>
    `${ledgerNamed(ledgerId)} was never opened in this event store: nothing of it can have been lost.`,
  CURSORS_UNKNOWN: ({ networks }) =>
    `Up to where the log knows ${networks.join(', ')} it does not say: name a height from before the loss for each, such as --from ${networks[0]}=0.`,
  DATABASE_CHANGED: ({ ledgerId, found }) =>
    `This process was started for ledger ${ledgerId}, and PostgreSQL now belongs to ${ledgerNamed(found)}: it was replaced. Start again.`,
};

/** For an operator: what PostgreSQL says, what the log says, and what to do. No secrets, no personal data. */
export const refusalWords = (refusal: Refusal): string => {
  const words = WORDS[refusal.because] as (refusal: Refusal) => string;
  return words(refusal);
};
