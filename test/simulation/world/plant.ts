/** Planted errors of the world around the ledger, or of its adapters: the audit must find each. */
export type Plant =
  /** The bank pays what it was sent a second time. */
  | 'PAID_TWICE'
  /** The bank pays one cent more than it was sent, and says otherwise. */
  | 'PAID_A_CENT_MORE'
  /** The bank says of what it has paid that it came back, and it did not. */
  | 'RETURN_INVENTED'
  /** Two operators decide about one return, each of whom knows nothing of the other. */
  | 'RETURN_RESOLVED_TWICE'
  /** The bank answers no question, and operators take for not paid what it has paid, without a look at its books. */
  | 'DECIDED_BLINDLY'
  /** The redemption calls a debit settled before it is final, and it never comes. */
  | 'DEBIT_NOT_FINAL'
  /** A broadcast that is repeated delivers again. */
  | 'DELIVERED_TWICE'
  /** A charge that is asked for again is asked for under a key of its own. */
  | 'CHARGED_TWICE'
  /** What was to go back once goes back twice. */
  | 'REFUNDED_TWICE'
  /** The projector leaves completed cash-outs out of the outbox. */
  | 'WEBHOOK_LOST'
  /** The event store takes what was decided by old knowledge. */
  | 'FENCE_LOST'
  /** That a second PIX on a paid intent is owed back is decided, and never stands in the log. */
  | 'DEBT_FORGOTTEN';
