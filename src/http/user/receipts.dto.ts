import type { InvoiceType } from '../shared/invoice-type';

/**
 * Receipt of the payment of a transaction.
 * @example { "type": "pix", "status": "COMPLETED", "receiptUrl": "https://pay.example/receipts/bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4.mJ2mXo1vVb0Yk0n8rT1c3Q", "intentId": "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "amount": 100, "currency": "BRL", "payee": "123e****-****-****-****-********0000", "endToEndId": "E1234567820261120120109abcdefghijk", "paidAt": "2026-11-20T12:01:09.000Z", "chain": "ethereum", "txHash": "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060" }
 */
export interface ReceiptAnswer {
  type: InvoiceType;
  /** RETURNED: the payee's institution sent money back after the payment, which stays COMPLETED. */
  status: 'COMPLETED' | 'RETURNED';
  /** A page for any holder of the link, until the user is erased. */
  receiptUrl: string;
  /** On the wallet's surface the id of the payment. */
  intentId: string;
  /** BRL that the payee got. */
  amount: number;
  currency: 'BRL';
  /** BRL that came back in all; only with RETURNED. */
  returnedAmount?: number;
  /** Masked. */
  payee: string;
  endToEndId?: string;
  /** 44 digits, of the boleto that was paid; only of type boleto, and absent once it can no longer be decrypted. */
  barcode?: string;
  /**
   * Code that redeems a gift card; only of type giftcard. Every answer that carries it is audited. Null after it has
   * been shown 20 times, and when it can no longer be decrypted.
   * @example "SBX-1A2B3-C4D5E-F6789"
   */
  giftCardPin?: string | null;
  paidAt: string;
  chain: string;
  txHash: string;
}
