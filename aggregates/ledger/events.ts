/**
 * LedgerOpened -> LedgerLed -> LedgerAttached -> LedgerMoved, and after a cancelled move LedgerAttached again. In the
 * store that a ledger moves to, the first event is LedgerOpened or LedgerMoveCancelled: one of them, never both.
 */
export type LedgerIdentityEvent =
  | { readonly type: 'LedgerOpened'; readonly data: LedgerOpened }
  | { readonly type: 'LedgerLed'; readonly data: LedgerLed }
  | { readonly type: 'LedgerAttached'; readonly data: LedgerAttached }
  | { readonly type: 'LedgerMoved'; readonly data: LedgerMoved }
  | { readonly type: 'LedgerMoveCancelled'; readonly data: LedgerMoveCancelled };

export interface LedgerOpened {
  /** UUID; the same in every store that the ledger moves to. */
  readonly ledgerId: string;
  /** A program that knows only lower formats does not start. */
  readonly format: number;
  /** Absent where the ledger began. */
  readonly arrival?: LedgerArrival;
  readonly openedAt: string;
}

export interface LedgerArrival {
  readonly moveId: string;
  readonly count: number;
  /** Hex SHA-256 over the streams, each by its own count and hash. */
  readonly hash: string;
  readonly loss?: AcceptedLoss;
}

export interface AcceptedLoss {
  /** Start of the loss: the log lost the events after it. */
  readonly lostSince: string;
  readonly acceptedAt: string;
}

export interface LedgerLed {
  readonly ledgerId: string;
  readonly term: number;
  readonly ledAt: string;
}

/** An operator attached the ledger to the PostgreSQL that wrote this event. */
export interface LedgerAttached {
  readonly ledgerId: string;
  readonly actor: string;
  readonly reason: string;
  /** The cancelled move of the ledger. Absent: the ledger was not moved. */
  readonly cancelledMoveId?: string;
  /** The log lost the events after this time, and the operator accepted that. Absent: no loss. */
  readonly lostSince?: string;
  readonly attachedAt: string;
}

export interface LedgerMoved {
  readonly ledgerId: string;
  readonly moveId: string;
  /** Hosts and options of the target store, without user and password. */
  readonly to: string;
  readonly movedAt: string;
}

export interface LedgerMoveCancelled {
  readonly ledgerId: string;
  readonly moveId: string;
  readonly actor: string;
  readonly reason: string;
  readonly cancelledAt: string;
}
