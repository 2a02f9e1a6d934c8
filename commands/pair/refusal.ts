import type { Position } from '../../aggregates/events';
import type { EventMark, MisplacedCheckpoint } from '../ports/pair';

/** Why PostgreSQL and the log do not belong together. The words are for an operator: no secrets, no personal data. */
export interface Refusal {
  readonly because: Because;
  readonly words: string;
}

export type Because =
  | 'DATABASE_EMPTY'
  | 'LOG_EMPTY'
  | 'OPENING_TAKEN'
  | 'LEDGER_ABSENT'
  | 'OTHER_LEDGER'
  | 'OLDER_COPY'
  | 'OTHER_HISTORY'
  | 'LED_ELSEWHERE'
  | 'MOVED'
  | 'CHECKPOINT_ABSENT'
  | 'FORMAT_UNKNOWN'
  | 'STORE_NOT_NAMED'
  | 'VAULT_EMPTY'
  | 'NOTHING_BOUND'
  | 'CURSORS_UNKNOWN'
  | 'DATABASE_CHANGED';

export const RESTORE = 'Restore both from one moment, as docs/operations/backup.md says (Backup and restore).';
export const ATTACH = '`ledger store attach` gives the ledger to this PostgreSQL, where nothing is lost.';
export const RIGHT_URL = 'Look whether DATABASE_URL and EVENTSTORE_URL are those of one installation.';

export const ledgerNamed = (ledgerId: string | null): string =>
  ledgerId === null ? 'no ledger' : `ledger ${ledgerId}`;

export const markNamed = ({ revision, id }: EventMark): string => `revision ${revision} (event ${id})`;

export const checkpointAbsent = ({ projection, considered, found }: MisplacedCheckpoint, head: Position): Refusal => ({
  because: 'CHECKPOINT_ABSENT',
  words: `Projection ${projection} had considered ${considered.stream}@${considered.revision} (event ${considered.id}) at ${placeNamed(considered.position)}, where the event store has ${found === null ? 'nothing' : `${found.stream}@${found.revision} (event ${found.id})`}; its head is ${placeNamed(head)}. It is an older copy or has another history. ${RESTORE}`,
});

export const placeNamed = ({ commit, prepare }: Position): string => `${commit}/${prepare}`;

/** Two checks gave this refusal: the process must not start. */
export type RefusedPair = Error & { readonly refusal: Refusal };

export const refusedPair = (refusal: Refusal): RefusedPair =>
  Object.assign(new Error(refusal.words), { name: 'RefusedPair', refusal });

export const isRefusedPair = (error: unknown): error is RefusedPair =>
  error instanceof Error && error.name === 'RefusedPair';
