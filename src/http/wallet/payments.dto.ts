import { IsOptional } from 'class-validator';
import { IsBrl } from '../request/shape/brl';
import type { PayoutProgress, TransferTerms } from '../shared/intents.dto';

export class PaymentQuoteRequest {
  /**
   * Code to pay.
   * @minLength 1
   * @maxLength 1024
   * @example "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406100.005802BR5913FULANO DE TAL6008BRASILIA62070503***63041D3D"
   */
  code!: string;

  /**
   * From the catalog.
   * @isInt
   * @example 201
   */
  assetId!: number;

  /**
   * The network of the asset.
   * @minLength 1
   * @maxLength 64
   * @example "ethereum"
   */
  blockchain!: string;

  /**
   * BRL, at most 2 decimals; needed only when the code leaves the amount open, and must agree with it otherwise.
   * @example 100.00
   */
  @IsOptional()
  @IsBrl()
  amount?: number;
}

export interface PaymentRequest {
  /**
   * @minLength 1
   * @maxLength 128
   * @example "0f8fad5b-d9cb-469f-a165-70867728950e"
   */
  quoteId: string;
}

export interface SubmitRequest {
  /**
   * @minLength 1
   * @maxLength 128
   * @example "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4"
   */
  paymentId: string;

  /**
   * The sent transaction, as a hint: only the chain proves a payment.
   * @minLength 1
   * @maxLength 128
   * @example "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060"
   */
  txHash: string;
}

/** RECEIVED waits for the deposit. */
export type PaymentStatus = 'RECEIVED' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';

/**
 * @example { "id": "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "paymentId": "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "quoteId": "0f8fad5b-d9cb-469f-a165-70867728950e", "status": "RECEIVED", "memo": "lastro:bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "receiver": "0x00000000000000000000000000000000000000aa", "amount": "25", "amountBaseUnits": "25000000", "assetId": 201, "blockchain": "ethereum", "expiresAt": "2026-11-20T12:05:00.000Z", "onChain": { "memoType": "CALLDATA", "memoValue": "lastro:bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4" }, "instruction": { "method": "eth_sendTransaction", "to": "0x00000000000000000000000000000000000000aa", "value": "0x17d7840", "data": "0x6c617374726f3a", "chainId": "0x1" } }
 */
export interface CreatedPayment extends TransferTerms {
  id: string;
  paymentId: string;
  status: 'RECEIVED';
}

/**
 * A payment with everything that has happened to it.
 * @example { "id": "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "paymentId": "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "quoteId": "0f8fad5b-d9cb-469f-a165-70867728950e", "status": "RECEIVED", "memo": "lastro:bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "receiver": "0x00000000000000000000000000000000000000aa", "amount": "25", "amountBaseUnits": "25000000", "assetId": 201, "blockchain": "ethereum", "expiresAt": "2026-11-20T12:05:00.000Z", "onChain": { "memoType": "CALLDATA", "memoValue": "lastro:bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4" }, "instruction": { "method": "eth_sendTransaction", "to": "0x00000000000000000000000000000000000000aa", "value": "0x17d7840", "data": "0x6c617374726f3a", "chainId": "0x1" }, "invoiceType": "pix", "invoiceValue": 100, "invoiceCurrency": "BRL", "destination": "123e****-****-****-****-********0000", "deposits": [], "labels": [], "timeline": [{ "event": "CashoutIntentCreated", "at": "2026-11-20T12:00:10.000Z" }], "createdAt": "2026-11-20T12:00:10.000Z", "updatedAt": "2026-11-20T12:00:10.000Z" }
 */
export interface PaymentAnswer extends TransferTerms, PayoutProgress {
  id: string;
  paymentId: string;
  status: PaymentStatus;
}
