import type { LedgerArrival } from '../../../aggregates/ledger/events';
import type { Iso } from '../../ports/clock';
import type { BegunMove, ComingEvent, IdentityEvent, PairLook, PairRow } from '../../ports/pair';
import type { PairStep, Refused, Stepping } from '../decision';
import { arrivalIdOf } from '../identity-ids';

export interface TargetSays {
  /** Revision 0 of its identity stream. */
  readonly opening: IdentityEvent | null;
  /** Events of ours that this move did not bring. */
  readonly hasOthers: boolean;
}

export interface MoveLook {
  readonly pair: PairLook;
  readonly target: TargetSays | 'AWAY' | 'DESTROYED';
  /** The advisory lock is held alone, on a connection that lives. */
  readonly isAlone: boolean;
  /** Streams of ours in the source that are deleted, truncated or parked; asked until the move has begun. */
  readonly notWhole: readonly string[];
}

/** The target's identity stream holds the ledger, by this move. */
export const hasArrived = (target: TargetSays, ledgerId: string, moveId: string): boolean =>
  target.opening?.id === arrivalIdOf(ledgerId, moveId);

/** What this run of the command has done itself: a crash forgets it, and it is done again. */
export interface MoveRun {
  readonly isCopied: boolean;
  /** QUIET_MS were waited after the ledger had left. */
  readonly wasQuiet: boolean;
  readonly isRestCopied: boolean;
  readonly compared: Omit<LedgerArrival, 'moveId'> | null;
  readonly isBeside: boolean;
}

export const NOTHING_DONE: MoveRun = {
  ...{ isCopied: false, wasQuiet: false, isRestCopied: false },
  ...{ compared: null, isBeside: false },
};

export interface MoveAsked extends BegunMove {
  readonly at: Iso;
}

export type MoveDecision =
  | { readonly kind: 'DONE' }
  | { readonly kind: 'WAIT'; readonly why: 'AWAY' | 'CHANGED' | 'LOCK' }
  | Refused
  | Stepping<MoveStep>;

export type MoveStep =
  | PairStep
  /** Every stream of ours but the ledger's, in the log's order, same ids, exact revisions. */
  | { readonly do: 'COPY'; readonly pass: 'FIRST' | 'REST' }
  | { readonly do: 'AWAIT_QUIET'; readonly ms: number }
  | { readonly do: 'COMPARE' }
  /** Rows, checkpoints and parked events with mapped positions, beside the old ones. */
  | { readonly do: 'PUT_BESIDE'; readonly moveId: string }
  /** Revision 0 of the target's identity stream: the one act that makes the target live, or never. */
  | { readonly do: 'APPEND_TO_TARGET'; readonly coming: ComingEvent }
  /** One transaction, if the row is still `from`: what is beside is in place, and the row is `to`. */
  | { readonly do: 'PUT_IN_PLACE'; readonly from: PairRow; readonly to: PairRow }
  /** One transaction, if the row is still `from`: nothing is beside any more, and the row is `to`. */
  | { readonly do: 'DROP_MOVE'; readonly from: PairRow; readonly to: PairRow };
