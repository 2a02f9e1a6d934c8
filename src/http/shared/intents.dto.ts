import type { InvoiceType } from './invoice-type';
import type { OnChainMemo } from './on-chain-memo.dto';

export interface IntentRequest {
  /**
   * @minLength 1
   * @maxLength 128
   * @example "0f8fad5b-d9cb-469f-a165-70867728950e"
   */
  quoteId: string;

  /**
   * The wallet that will pay; it must be the user's own.
   * @minLength 3
   * @maxLength 128
   */
  sender?: string;
}

export type IntentStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';

/** Amount, receiver and memo of the transfer to make. */
export interface TransferTerms {
  quoteId: string;
  /** To be attached to the transaction byte for byte; never built by the client. */
  memo: string;
  receiver: string;
  /** A decimal of whole units. */
  amount: string;
  amountBaseUnits: string;
  /** @isInt */
  assetId: number;
  blockchain: string;
  expiresAt: string;
  onChain: OnChainMemo;
  /** Data from which a wallet builds the transfer; its shape depends on the chain. */
  instruction: unknown;
  /** The partner's own reference, as given in the quote. */
  reference?: string;
}

export interface IntentTerms extends TransferTerms {
  id: string;
  intentId: string;
  status: IntentStatus;
  /** The partner's own id of the quote, as given there. */
  externalId?: string;
}

/**
 * @example { "id": "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "intentId": "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "quoteId": "0f8fad5b-d9cb-469f-a165-70867728950e", "status": "PENDING", "memo": "lastro:bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "receiver": "0x00000000000000000000000000000000000000aa", "amount": "25", "amountBaseUnits": "25000000", "assetId": 201, "blockchain": "ethereum", "expiresAt": "2026-11-20T12:05:00.000Z", "onChain": { "memoType": "CALLDATA", "memoValue": "lastro:bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4" }, "instruction": { "method": "eth_sendTransaction", "to": "0x00000000000000000000000000000000000000aa", "value": "0x17d7840", "data": "0x6c617374726f3a", "chainId": "0x1" } }
 */
export interface CreatedIntent extends IntentTerms {
  status: 'PENDING';
}

export interface DepositAnswer {
  depositId: string;
  txHash: string;
  /** Absent for an asset that the catalog lacks. */
  amount?: string;
  amountBaseUnits: string;
  sender: string;
  blockTime: string;
  /**
   * Why the deposit does not pay the intent: UNDERPAID, DUPLICATE, WRONG_ASSET, LATE, WRONG_NETWORK, INTENT_CLOSED,
   * AMBIGUOUS or UNSUPPORTED_TRANSFER. Absent on the deposit that was accepted.
   */
  label?: string;
  /**
   * The asset of a deposit with a label; absent when the catalog lacks it.
   * @isInt
   */
  assetId?: number;
  /** Next step for a deposit with a label. */
  next?: string;
}

export interface TimelineStep {
  event: string;
  at: string;
}

export interface RefundAnswer {
  amount: string;
  amountBaseUnits: string;
  to: string;
  reason: string;
  dueAt: string;
  /** Transfers of the refund, oldest first; absent before the first. */
  transfers?: RefundTransferAnswer[];
}

export interface RefundTransferAnswer {
  txHash: string;
  amount: string;
  amountBaseUnits: string;
  to: string;
  at: string;
}

/** Progress since the intent was made. */
export interface PayoutProgress {
  invoiceType: InvoiceType;
  /** BRL that the payee gets. */
  invoiceValue: number;
  invoiceCurrency: 'BRL';
  /** The payee, masked. */
  destination: string;
  /** The final transfers that named the intent: the accepted one first, then those with a label. At most 101. */
  deposits: DepositAnswer[];
  /** Irregularities of the deposits: UNDER, OVER, LATE or SPLIT. */
  labels: string[];
  /** Every step so far, oldest first. */
  timeline: TimelineStep[];
  /** Refund that is owed to the payer. */
  refund?: RefundAnswer;
  /** Why the intent failed; absent before that. */
  reasonCode?: string;
  /** The end-to-end id of the PIX that was paid. */
  endToEndId?: string;
  createdAt: string;
  updatedAt: string;
  /** When the deposit was accepted. */
  confirmedAt?: string;
  /** When the payee was paid. */
  completedAt?: string;
}

/**
 * An intent with everything that has happened to it.
 * @example { "id": "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "intentId": "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "quoteId": "0f8fad5b-d9cb-469f-a165-70867728950e", "status": "COMPLETED", "memo": "lastro:bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "receiver": "0x00000000000000000000000000000000000000aa", "amount": "25", "amountBaseUnits": "25000000", "assetId": 202, "blockchain": "ethereum", "expiresAt": "2026-11-20T12:05:00.000Z", "onChain": { "memoType": "CALLDATA", "memoValue": "lastro:bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4" }, "instruction": { "method": "eth_sendTransaction", "to": "0x00000000000000000000000000000000000000aa", "value": "0x0", "data": "0x6c617374726f3a", "chainId": "0x1" }, "invoiceType": "pix", "invoiceValue": 100, "invoiceCurrency": "BRL", "destination": "***.456.789-**", "deposits": [{ "depositId": "ethereum:0x9c1e:0", "txHash": "0x9c1e", "amount": "25", "amountBaseUnits": "25000000", "sender": "0x8ba1f109551bD432803012645Ac136ddd64DBA72", "blockTime": "2026-11-20T12:01:00.000Z" }], "labels": [], "timeline": [{ "event": "CashoutIntentCreated", "at": "2026-11-20T12:00:00.000Z" }], "endToEndId": "E1234567820261120120300000000001", "createdAt": "2026-11-20T12:00:00.000Z", "updatedAt": "2026-11-20T12:03:00.000Z", "confirmedAt": "2026-11-20T12:02:00.000Z", "completedAt": "2026-11-20T12:03:00.000Z" }
 */
export interface IntentAnswer extends IntentTerms, PayoutProgress {}
