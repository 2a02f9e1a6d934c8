import { IsOptional } from 'class-validator';
import { IsBrl } from '../../request/shape/brl';
import { IsPersonDocument } from '../../request/shape/people';
import type { CashinIntentAnswer } from '../../shared/cashin/cashin.dto';
import type { PriceContextAnswer, ValuesAndFeesAnswer } from '../../shared/quotes.dto';

export class CashinQuoteRequest {
  /**
   * Amount that the payer pays in BRL, at most 2 decimals; it includes the fees.
   * @example 150.00
   */
  @IsBrl()
  amount!: number;

  /**
   * Asset to buy, from the catalog; it selects the network too. May be left out where the service has a default.
   * @isInt
   * @example 9002
   */
  assetId?: number;

  /**
   * The wallet that is credited: the user's own or a linked one, and his own when it is left out.
   * @minLength 3
   * @maxLength 128
   */
  destinationWallet?: string;

  fiatCurrency?: 'BRL';

  /**
   * The partner's own reference, by which payments are found; it comes back in intents, payments and webhooks. Kept in
   * clear and for ever: no place for personal data.
   * @pattern ^[A-Za-z0-9._:-]{1,64}$ must be 1 to 64 of A-Z, a-z, 0-9, . _ : and -
   * @example "order-17"
   */
  reference?: string;
}

/**
 * @example { "id": "0f8fad5b-d9cb-469f-a165-70867728950e", "quoteId": "0f8fad5b-d9cb-469f-a165-70867728950e", "expiresAt": "2026-11-20T12:05:00.000Z", "ttlSeconds": 300, "assetId": 9002, "deliveryMode": "PLATFORM", "destinationWallet": "0x8ba1f109551bd432803012645ac136ddd64dba72", "valuesAndFees": { "paymentInFiat": 147.78, "paymentInCrypto": "27.165441", "networkFeeFiat": 0, "networkFeeCrypto": "0", "processingFeeFiat": 2.22, "processingFeeCrypto": "0.408088", "totalFeeFiat": 2.22, "totalFeeCrypto": "0.408088", "totalFiat": 150, "totalCrypto": "27.573529" }, "priceContext": { "pair": "USDT/BRL", "price": 5.44, "priceAfterDiscount": 5.44, "discountAppliedBps": 0, "feeFloor": 1, "feePercentApplied": 1.5, "updated_at": "2026-11-20T12:00:00.000Z", "sources": ["sandbox"] }, "cryptoAmount": "27.165441", "cryptoAmountBaseUnits": "27165441", "estimate": false, "minimumCrypto": "27.165441", "splitValueCents": 0 }
 */
export interface CashinQuoteAnswer {
  id: string;
  quoteId: string;
  expiresAt: string;
  /**
   * Seconds left; 0 once it has expired.
   * @isInt
   */
  ttlSeconds: number;
  reference?: string;
  /** @isInt */
  assetId: number;
  /** PLATFORM: the crypto is delivered to the wallet. PARTNER: the partner credits it. */
  deliveryMode: 'PLATFORM' | 'PARTNER';
  destinationWallet: string;
  valuesAndFees: ValuesAndFeesAnswer;
  priceContext: PriceContextAnswer;
  /** A decimal of whole units. */
  cryptoAmount: string;
  cryptoAmountBaseUnits: string;
  /** True where the provider of the delivery buys the crypto itself, so that a little less may arrive. */
  estimate: boolean;
  /** The least that is delivered; below it the PIX goes back. */
  minimumCrypto: string;
  /**
   * Part of the charge that goes to the partner at once, in cents; 0: none.
   * @isInt
   */
  splitValueCents: number;
}

/** The required payer. Kept encrypted. */
export class CashinCustomer {
  /**
   * @minLength 1
   * @maxLength 128
   * @example "Maria da Silva"
   */
  name?: string;

  /**
   * CPF or CNPJ, formatted or not; a PIX from another one goes back. May be left out where KYC has verified a document.
   * @minLength 11
   * @maxLength 18
   * @example "529.982.247-25"
   */
  @IsOptional()
  @IsPersonDocument()
  taxID?: string;

  /**
   * @minLength 3
   * @maxLength 254
   */
  email?: string;

  /**
   * @minLength 8
   * @maxLength 20
   */
  phone?: string;
}

export interface CashinIntentRequest {
  /**
   * @minLength 1
   * @maxLength 128
   * @example "0f8fad5b-d9cb-469f-a165-70867728950e"
   */
  quoteId: string;

  customer?: CashinCustomer;

  /**
   * As quoted, or left out.
   * @minLength 3
   * @maxLength 128
   */
  destinationWallet?: string;
}

/**
 * With the picture of its code.
 * @example {"intentId": "1a075c2c-347c-521d-a783-08e232a64616", "id": "1a075c2c-347c-521d-a783-08e232a64616", "status": "ACTIVE", "valueCents": 15000, "quoteId": "0f8fad5b-d9cb-469f-a165-70867728950e", "assetId": 9002, "blockchain": "local", "cryptoEstimate": "27.368187", "minimumCrypto": "27.368187", "deliveryMode": "PLATFORM", "destinationWallet": "0x8ba1f109551bd432803012645ac136ddd64dba72", "splitApplied": false, "splitValueCents": 0, "brCode": "00020126460014br.gov.bcb.pix0124cobranca@sandbox.example5204000053039865406150.005802BR5917SANDBOX SEM VALOR6009SAO PAULO62290525sbxa96f1e87ee8ef1ac9765876304F528", "paymentLinkUrl": null, "expiresIn": 299, "payments": [], "timeline": [{"event": "CashinIntentCreated", "at": "2026-11-20T12:00:00.000Z"}], "payerTaxId": "***.***.***-35", "expiresAt": "2026-11-20T12:05:00.000Z", "createdAt": "2026-11-20T12:00:00.000Z", "updatedAt": "2026-11-20T12:00:01.000Z", "qrCodeImage": "data:image/png;base64,iVBORw0KGgo="}
 */
export interface CashinIntentDetails extends CashinIntentAnswer {
  /** A PNG as a data URL; null until the charge is there. */
  qrCodeImage: string | null;
}
