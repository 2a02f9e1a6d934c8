import type { Position } from '../../../aggregates/events';
import type { BegunMove, EventMark, MisplacedCheckpoint } from '../../ports/pair';

/** Why PostgreSQL and the log do not belong together, with every name that an operator needs. */
export type Refusal =
  | { readonly because: 'DATABASE_EMPTY'; readonly found: string | null }
  | { readonly because: 'LOG_EMPTY' }
  | { readonly because: 'OPENING_TAKEN'; readonly ledgerId: string; readonly found: string | null }
  | { readonly because: 'LEDGER_ABSENT'; readonly ledgerId: string; readonly hasOthers: boolean }
  | { readonly because: 'OTHER_LEDGER'; readonly ledgerId: string; readonly found: string }
  | { readonly because: 'MOVE_CANCELLED'; readonly ledgerId: string | null; readonly moveId: string }
  | ({ readonly because: 'OLDER_COPY' | 'OTHER_HISTORY'; readonly ledgerId: string } & Ends)
  | ({ readonly because: 'LED_ELSEWHERE'; readonly ledgerId: string; readonly term: number | null } & Ends)
  | ({ readonly because: 'ATTACHED_ELSEWHERE'; readonly ledgerId: string } & Attachment & Ends)
  | ({ readonly because: 'MOVED'; readonly ledgerId: string } & BegunMove)
  | { readonly because: 'CHECKPOINT_ABSENT'; readonly misplaced: MisplacedCheckpoint; readonly head: Position }
  | { readonly because: 'FORMAT_UNKNOWN'; readonly ledgerId: string; readonly format: number; readonly known: number }
  | ({ readonly because: 'MOVE_BEGUN' } & BegunMove)
  | { readonly because: 'STORE_NOT_NAMED'; readonly ledgerId: string }
  | { readonly because: 'VAULT_EMPTY'; readonly ledgerId: string }
  | { readonly because: 'NOTHING_BOUND'; readonly ledgerId: string | null }
  | { readonly because: 'CURSORS_UNKNOWN'; readonly networks: readonly string[] }
  | { readonly because: 'DATABASE_CHANGED'; readonly ledgerId: string; readonly found: string | null };

/** The row's last event, and the log's. */
export interface Ends {
  readonly last: EventMark;
  readonly end: EventMark;
}

export interface Attachment {
  readonly actor: string;
  readonly reason: string;
}
