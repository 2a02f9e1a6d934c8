import type { OpsAmount, OpsPayment } from './payment.dto';

/** Filters; all must hold, and an absent one does not restrict. */
export interface OpsPaymentsQuery {
  /** Live and sandbox payments are never in one list. */
  mode: 'live' | 'sandbox';
  kind?: OpsPayment['kind'];
  status?: OpsPayment['status'];
  /** @maxLength 128 */
  partnerId?: string;
  /** @maxLength 128 */
  userId?: string;
  /** @maxLength 64 */
  network?: string;
  /** @isInt must be a whole number */
  assetId?: number;
  /** `PIX_CHARGE` is what a cash-in is paid by. */
  method?: 'PIX_KEY' | 'PIX_BRCODE' | 'BOLETO' | 'GIFT_CARD' | 'PIX_CHARGE';
  /** @maxLength 64 */
  reasonCode?: string;
  label?: 'UNDER' | 'OVER' | 'LATE';
  /** `true`: only payments that an operator holds. */
  held?: 'true';
  /**
   * A day (UTC) or a time of RFC 3339, inclusive.
   * @maxLength 40
   */
  createdFrom?: string;
  /**
   * Exclusive.
   * @maxLength 40
   */
  createdTo?: string;
  /** @maxLength 40 */
  completedFrom?: string;
  /** @maxLength 40 */
  completedTo?: string;
  /**
   * Cents of BRL, inclusive.
   * @pattern ^[0-9]{1,15}$ must be a whole number of cents
   */
  amountFrom?: string;
  /** @pattern ^[0-9]{1,15}$ must be a whole number of cents */
  amountTo?: string;
  /**
   * How many, 1 to 200.
   * @isInt must be a whole number
   * @minimum 1
   * @maximum 200
   * @default 50
   */
  limit?: number;
  /** The id of the last payment seen. */
  cursor?: string;
}

/** A payment in a list. */
export interface OpsListedPayment {
  /** Also the cursor of the page that follows. */
  id: string;
  kind: OpsPayment['kind'];
  mode: OpsPayment['mode'];
  status: OpsPayment['status'];
  partnerId: string;
  partnerName: string;
  userId: string;
  network: string;
  crypto: OpsAmount;
  /** The payout; of a cash-in the charge. */
  fiat: OpsAmount;
  method: string;
  reasonCode: string | null;
  labels: string[];
  isHeld: boolean;
  reference: string | null;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
}

export interface OpsListMeta {
  /** To be passed as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
  hasMore: boolean;
  /** Up to this position of the log this answer knows. */
  knownTo: string;
}

export interface OpsPayments {
  success: true;
  error: null;
  data: OpsListedPayment[];
  meta: OpsListMeta;
}
