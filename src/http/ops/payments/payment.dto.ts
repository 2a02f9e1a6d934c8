/** An exact amount. */
export interface OpsAmount {
  /** Digits; cents for BRL. */
  baseUnits: string;
  /**
   * Null for an asset that the catalog does not have.
   * @isInt
   */
  decimals: number | null;
  /** `BRL`, or the symbol of the asset; null for an asset that the catalog does not have. */
  symbol: string | null;
  /**
   * Null for BRL, and for an asset that the catalog does not have.
   * @isInt
   */
  assetId: number | null;
}

export type OpsDecisionName = 'HOLD' | 'RELEASE' | 'DECIDE' | 'REFUND';

/** A payment of any kind, as operators see it: personal data masked. */
export interface OpsPayment {
  id: string;
  kind: 'CASHOUT' | 'CASHIN' | 'WITHDRAW';
  mode: 'live' | 'sandbox';
  status: 'PENDING' | 'ACTIVE' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
  /** Reason of the last failed attempt, or of the end. */
  reasonCode: string | null;
  labels: string[];
  /** An operator holds the payment: no money is sent until an operator releases it. */
  isHeld: boolean;
  /** Decisions that the payment's state allows now; a provider's answer may still refuse one. Empty as of a moment. */
  possibleDecisions: OpsDecisionName[];
  partner: OpsPartnerName;
  terms: OpsTerms;
  people: OpsPeople;
  /** In the order of the payment's life. */
  steps: OpsStep[];
  moneyIn: OpsMoneyIn[];
  moneyOut: OpsMoneyOut[];
  /** The amount owed back and the amount given back; null when nothing is owed. */
  refund: OpsRefund | null;
  receipts: OpsReceipt[];
  /** Notifications about the payment, oldest first; the newest 100. */
  webhooks: OpsWebhook[];
  createdAt: string;
  expiresAt: string | null;
  confirmedAt: string | null;
  completedAt: string | null;
  updatedAt: string;
  /**
   * Revision of the payment's stream; a decision names it.
   * @isInt
   */
  revision: number;
  /** Up to this position of the log this answer knows. */
  knownTo: string;
  /** The last event that is shown; null when every known event is shown. */
  asOf: OpsMoment | null;
}

/** Place and time of an event. */
export interface OpsMoment {
  position: string;
  at: string;
}

export interface OpsPartnerName {
  partnerId: string;
  name: string;
  status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
}

/** The agreed terms. */
export interface OpsTerms {
  quoteId: string | null;
  /** The partner's own reference. */
  reference: string | null;
  network: string;
  /** On the chain: owed by the payer, delivered, or taken from the wallet. */
  crypto: OpsAmount;
  /** BRL that the payer pays, fees included. */
  total: OpsAmount;
  fee: OpsAmount;
  /** BRL that the payee gets; of a cash-in: BRL that was exchanged. */
  net: OpsAmount;
  /** Ours, where the transfer is awaited. */
  receiver: string | null;
  memo: string | null;
  /** PARTNER: the partner delivers the crypto. Null unless a cash-in. */
  delivery: 'PLATFORM' | 'PARTNER' | null;
}

export interface OpsPeople {
  userId: string;
  /** Null for a wallet without a user, and for an erased one. */
  kycStatus: 'PENDING' | 'SUBMITTED' | 'APPROVED' | 'REJECTED' | 'BLOCKED' | null;
  isErased: boolean;
  /** True: the partner's own id of the user is there, sealed. */
  hasExternalId: boolean;
  payee: OpsParty;
  /** Masked tax id of who has to pay; null unless a cash-in. */
  payerMasked: string | null;
}

export interface OpsParty {
  /** How the payee is paid, such as `PIX_KEY`; `WALLET` of a cash-in. */
  kind: string;
  /** Masked, but for a wallet, which is public. */
  shown: string;
}

/** A stage of the payment; those that are not reached have no time. */
export interface OpsStep {
  step: 'QUOTED' | 'WAITING' | 'SEEN' | 'FINAL' | 'MATCHED' | 'SENT' | 'PAID';
  at: string | null;
}

/** A deposit, a PIX, or the debit of a withdrawal. */
export interface OpsMoneyIn {
  what: 'DEPOSIT' | 'PIX' | 'DEBIT';
  /** Deposit id, end-to-end id, or transaction. */
  id: string;
  status: string;
  amount: OpsAmount;
  /** True: the payment was made with it. */
  isAccepted: boolean;
  /** Why it is not matched, as the deposit's rule says. */
  reason: string | null;
  /** UNDER, OVER, LATE or SPLIT. */
  label: string | null;
  from: string | null;
  to: string | null;
  network: string | null;
  txHash: string | null;
  /** Digits. */
  blockNumber: string | null;
  memos: string[];
  /** By the chain's or the bank's clock. */
  at: string | null;
}

/** An attempt to pay, a delivery, or what goes back. */
export interface OpsMoneyOut {
  what: 'PAYOUT' | 'DELIVERY' | 'PIX_REFUND' | 'REFUND_TRANSFER';
  /** The key by which the provider knows it; the transaction of a transfer. */
  id: string;
  status: string;
  /**
   * From 1, of payouts alone.
   * @isInt
   */
  attempt: number | null;
  amount: OpsAmount;
  provider: string | null;
  /** Code of a rejection. */
  code: string | null;
  /** Masked, but for a wallet. */
  to: string | null;
  endToEndId: string | null;
  network: string | null;
  txHash: string | null;
  requestedAt: string | null;
  updatedAt: string | null;
}

export interface OpsRefund {
  owed: OpsAmount;
  to: string;
  reason: string;
  dueAt: string;
}

export interface OpsReceipt {
  /** The page that its user sees. */
  url: string;
  paid: OpsAmount;
  /** Came back after the payment. */
  returned: OpsAmount;
  endToEndId: string | null;
  paidAt: string;
}

export interface OpsWebhook {
  deliveryId: string;
  event: string;
  status: 'PENDING' | 'DELIVERED' | 'EXHAUSTED' | 'CANCELLED' | 'UNSENT';
  /** Without user, query and fragment; null when no destination wanted the event. */
  destination: string | null;
  /** @isInt */
  replays: number;
  /** @isInt */
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAt: string | null;
  createdAt: string;
  finishedAt: string | null;
}
