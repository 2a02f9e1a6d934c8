import { IsOptional } from 'class-validator';
import { IsBrl } from '../request/shape/brl';

export class QuoteRequest {
  /**
   * From the catalog; it selects both the asset and the network.
   * @isInt
   * @example 201
   */
  assetId!: number;

  /**
   * Code to pay: a PIX BR Code, the line or barcode of a boleto, or a gift-card code. Either this or pixKey.
   * @minLength 1
   * @maxLength 1024
   * @example "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406100.005802BR5913FULANO DE TAL6008BRASILIA62070503***63041D3D"
   */
  invoiceCode?: string;

  /**
   * A PIX key to pay instead of a code; amount is needed then.
   * @minLength 1
   * @maxLength 77
   * @example "fulano@exemplo.com"
   */
  pixKey?: string;

  /**
   * Needed when the key could be a CPF or a phone number; EVP is a random key.
   */
  pixKeyType?: 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'EVP';

  /**
   * BRL, at most 2 decimals; needed for a key and when the code leaves it open, and must agree with the code otherwise.
   * @example 100.00
   */
  @IsOptional()
  @IsBrl()
  amount?: number;

  /**
   * The wallet that will pay; it must be the user's own.
   * @minLength 3
   * @maxLength 128
   */
  sender?: string;

  /**
   * The partner's own id of the quote. Kept encrypted, so that it may identify a person; it cannot be searched.
   * @minLength 1
   * @maxLength 128
   */
  externalId?: string;

  /**
   * The partner's own reference, by which payments are found; it comes back in intents, payments and webhooks. Kept in
   * clear and for ever: no place for personal data.
   * @pattern ^[A-Za-z0-9._:-]{1,64}$ must be 1 to 64 of A-Z, a-z, 0-9, . _ : and -
   * @example "order-17"
   */
  reference?: string;

  fiatCurrency?: 'BRL';
}

/** BRL as numbers, crypto as decimal strings; payment + network fee + processing fee = total, to the last unit. */
export interface ValuesAndFeesAnswer {
  paymentInFiat: number;
  paymentInCrypto: string;
  networkFeeFiat: number;
  networkFeeCrypto: string;
  processingFeeFiat: number;
  processingFeeCrypto: string;
  totalFeeFiat: number;
  totalFeeCrypto: string;
  totalFiat: number;
  totalCrypto: string;
}

export interface PriceContextAnswer {
  pair: string;
  /** BRL for one whole unit. */
  price: number;
  priceAfterDiscount: number;
  /** @isInt */
  discountAppliedBps: number;
  /** BRL: the platform's fee is never less. */
  feeFloor: number;
  feePercentApplied: number;
  updated_at: string;
  sources: string[];
}

/**
 * @example { "id": "0f8fad5b-d9cb-469f-a165-70867728950e", "quoteId": "0f8fad5b-d9cb-469f-a165-70867728950e", "expiresAt": "2026-11-20T12:05:00.000Z", "ttlSeconds": 300, "valuesAndFees": { "paymentInFiat": 100, "paymentInCrypto": "0.00547945", "networkFeeFiat": 0, "networkFeeCrypto": "0", "processingFeeFiat": 1.5, "processingFeeCrypto": "0.00008219", "totalFeeFiat": 1.5, "totalFeeCrypto": "0.00008219", "totalFiat": 101.5, "totalCrypto": "0.00556164" }, "priceContext": { "pair": "ETH/BRL", "price": 18250, "priceAfterDiscount": 18250, "discountAppliedBps": 0, "feeFloor": 1, "feePercentApplied": 1.5, "updated_at": "2026-11-20T12:00:00.000Z", "sources": ["sandbox"] } }
 */
export interface QuoteAnswer {
  id: string;
  quoteId: string;
  expiresAt: string;
  /**
   * Seconds left; 0 once it has expired.
   * @isInt
   */
  ttlSeconds: number;
  reference?: string;
  externalId?: string;
  valuesAndFees: ValuesAndFeesAnswer;
  priceContext: PriceContextAnswer;
}
