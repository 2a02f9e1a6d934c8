import type { CashinProgress, CashinStatus, CashinTermsAnswer } from '../../shared/cashin/cashin.dto';
import type { IntentStatus, PayoutProgress, RefundAnswer, TimelineStep } from '../../shared/intents.dto';
import type { WithdrawAnswer } from '../../shared/withdraw.dto';

/** Kind of a payment of a partner's users. */
export type PaymentKind = 'CASHOUT' | 'CASHIN' | 'WITHDRAW';

/** Filters; an absent one does not restrict. */
export interface PaymentsQuery {
  /** Only those in this state. */
  status?: IntentStatus | CashinStatus;
  /** Only those of this kind. */
  kind?: PaymentKind;
  /**
   * Only those of this user.
   * @minLength 1
   * @maxLength 128
   */
  userId?: string;
  /**
   * Only those whose quote had this reference.
   * @pattern ^[A-Za-z0-9._:-]{1,64}$ must be 1 to 64 of A-Z, a-z, 0-9, . _ : and -
   */
  reference?: string;
  /**
   * Only payments made at this time or later: a day (UTC), or a time of RFC 3339.
   * @maxLength 40
   */
  from?: string;
  /**
   * Only payments made before this time: a day (UTC), or a time of RFC 3339.
   * @maxLength 40
   */
  to?: string;
  /**
   * How many, 1 to 200.
   * @isInt must be a whole number
   * @minimum 1
   * @maximum 200
   * @default 20
   */
  limit?: number;
  /** The id of the last payment seen. */
  cursor?: string;
}

interface EveryPayment {
  /** Also the cursor of the page that follows this payment. */
  id: string;
  userId: string;
  intentId: string;
}

/** A cash-in of one of the partner's users, with everything that has happened to it. */
export interface PartnerCashin extends EveryPayment, CashinTermsAnswer, CashinProgress {
  kind: 'CASHIN';
  status: CashinStatus;
  /** BRL that the payer pays. */
  total: number;
  /** BRL. */
  fee: number;
}

/**
 * A cash-out of one of the partner's users, with everything that has happened to it.
 * @example { "id": "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "kind": "CASHOUT", "userId": "7f4df3a8-1df8-4b6c-a5d9-1f0f2e3a4b5c", "reference": "order-17", "status": "COMPLETED", "intentId": "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "quoteId": "0f8fad5b-d9cb-469f-a165-70867728950e", "assetId": 201, "blockchain": "ethereum", "amount": "25", "amountBaseUnits": "25000000", "total": 101.5, "fee": 1.5, "invoiceType": "pix", "invoiceValue": 100, "invoiceCurrency": "BRL", "destination": "123e****-****-****-****-********0000", "deposits": [], "labels": [], "timeline": [{ "event": "CashoutIntentCreated", "at": "2026-11-20T12:00:10.000Z" }], "endToEndId": "E1234567820261120120109abcdefghijk", "createdAt": "2026-11-20T12:00:10.000Z", "updatedAt": "2026-11-20T12:01:09.000Z", "expiresAt": "2026-11-20T12:05:00.000Z", "confirmedAt": "2026-11-20T12:01:00.000Z", "completedAt": "2026-11-20T12:01:09.000Z" }
 */
export interface PartnerCashout extends EveryPayment, PayoutProgress {
  kind: 'CASHOUT';
  /** The partner's own reference, as given in the quote. */
  reference?: string;
  status: IntentStatus;
  quoteId: string;
  /** @isInt */
  assetId: number;
  blockchain: string;
  /** Owed on the chain: a decimal of whole units. */
  amount: string;
  amountBaseUnits: string;
  /** BRL that the payer pays: what the payee gets and the fee. */
  total: number;
  /** BRL. */
  fee: number;
  expiresAt: string;
}

/**
 * A withdrawal of one of the partner's users, with everything that has happened to it.
 * @example { "id": "0f8fad5b-d9cb-469f-a165-70867728950e", "kind": "WITHDRAW", "userId": "7f4df3a8-1df8-4b6c-a5d9-1f0f2e3a4b5c", "withdrawId": "0f8fad5b-d9cb-469f-a165-70867728950e", "status": "COMPLETED", "amount": 100, "fee": 1, "netAmount": 99, "pixKey": "***.***.***-35", "estimatedAt": "2026-11-20T12:00:09.000Z", "createdAt": "2026-11-20T12:00:00.000Z", "completedAt": "2026-11-20T12:00:09.000Z", "endToEndId": "E1234567820261120120109abcdefghijk", "assetId": 301, "blockchain": "ethereum", "walletAddress": "0x8ba1f109551bD432803012645Ac136ddd64DBA72", "amountBaseUnits": "100000000000000000000", "txHash": "0x9c1e", "timeline": [{ "event": "WithdrawalRequested", "at": "2026-11-20T12:00:00.000Z" }], "updatedAt": "2026-11-20T12:00:09.000Z" }
 */
export interface PartnerWithdrawal extends WithdrawAnswer {
  /** Also the cursor of the page that follows this payment. */
  id: string;
  kind: 'WITHDRAW';
  userId: string;
  /** @isInt */
  assetId: number;
  blockchain: string;
  walletAddress: string;
  amountBaseUnits: string;
  /** The debit of the wallet, once it is final. */
  txHash?: string;
  /** Every step so far, oldest first. */
  timeline: TimelineStep[];
  /** Refund that is owed to the wallet. */
  refund?: RefundAnswer;
  updatedAt: string;
}

/** In the form of its kind. */
export type PartnerPayment = PartnerCashout | PartnerCashin | PartnerWithdrawal;

export interface ShownPayment {
  payment: PartnerPayment;
  /** The page of the receipt, for whoever has its address; null before the payment is complete. */
  receiptUrl: string | null;
}
