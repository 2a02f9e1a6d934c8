/** Planted errors of the world around the ledger, or of its adapters: the audit must find each. */
export type Plant =
  /** The bank executes each order twice. */
  | 'PAID_TWICE'
  /** The bank pays one cent more than ordered, and reports the ordered amount. */
  | 'PAID_A_CENT_MORE'
  /** The bank reports a return of a payment that did not come back. */
  | 'RETURN_INVENTED'
  /** Two operators resolve one return, without knowledge of each other. */
  | 'RETURN_RESOLVED_TWICE'
  /** The bank answers no question, and operators decide a paid payout as NOT_PAID without a look at its books. */
  | 'DECIDED_BLINDLY'
  /** The redemption calls a debit settled before it is final, and it never comes. */
  | 'DEBIT_NOT_FINAL'
  /** A broadcast that is repeated delivers again. */
  | 'DELIVERED_TWICE'
  /** A repeated request for a charge has a new key. */
  | 'CHARGED_TWICE'
  /** A refund is made twice. */
  | 'REFUNDED_TWICE'
  /** The projector leaves completed cash-outs out of the outbox. */
  | 'WEBHOOK_LOST'
  /** The event store accepts a decision on old knowledge. */
  | 'FENCE_LOST'
  /** The refund due for a second PIX on a paid intent is decided, and missing in the log. */
  | 'DEBT_FORGOTTEN';
