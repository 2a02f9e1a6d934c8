import type { NetworkName } from '../chain';
import type { Digits } from '../money';
import type { DeliveryMode, Mode } from '../partner/events';
import type { Sealed } from '../sealed';

/** QuoteIssued -> CashoutIntentCreated, in the intent's stream: the locked price, and every term of the intent. */
export type QuoteEvent = { readonly type: 'QuoteIssued'; readonly data: QuoteIssued };

/** CashinQuoteIssued -> CashinIntentCreated, in the intent's stream. */
export type CashinQuoteEvent = { readonly type: 'CashinQuoteIssued'; readonly data: CashinQuoteIssued };

export interface QuoteIssued extends CashoutTerms {
  readonly quoteId: string;
  /** Id of the future intent; secret until the intent exists. */
  readonly intentId: string;
  /** 64 hex digits that keep the intent's id from being guessed; secret until the intent exists. */
  readonly salt: string;
  readonly priceContext: PriceContext;
  /** The partner's own id of the quote; sealed, since it may identify the user. */
  readonly externalId: Sealed | null;
  readonly issuedAt: string;
}

export interface CashinQuoteIssued extends CashinTerms {
  readonly quoteId: string;
  readonly intentId: string;
  readonly priceContext: PriceContext;
  readonly issuedAt: string;
}

export interface PartnerReferences {
  /** In clear, `[A-Za-z0-9._:-]{1,64}`. */
  readonly reference?: string;
  readonly externalUserId?: Sealed;
}

export interface CashoutTerms extends PartnerReferences {
  readonly userId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly network: NetworkName;
  readonly assetId: number;
  readonly symbol: string;
  readonly decimals: number;
  readonly amountBaseUnits: Digits;
  readonly receiver: string;
  readonly sender: string | null;
  readonly memo: string;
  readonly payout: PayoutTerms;
  readonly fees: FeeParts;
  readonly totalCents: Digits;
  readonly currency: 'BRL';
  readonly expiresAt: string;
  /** Block times may be this far outside the window. */
  readonly blockTimeToleranceSeconds: number;
  readonly scenario?: string;
}

export interface CashinTerms extends PartnerReferences {
  readonly userId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly deliveryMode: DeliveryMode;
  readonly network: NetworkName;
  readonly assetId: number;
  readonly symbol: string;
  readonly decimals: number;
  /** Gross amount of the payer: the sum of `fees` and `exchangedCents`. */
  readonly amountCents: Digits;
  readonly exchangedCents: Digits;
  readonly currency: 'BRL';
  readonly fees: FeeParts;
  readonly amountBaseUnits: Digits;
  /** The least that may be delivered; less than quoted only where the provider of the delivery converts itself. */
  readonly minimumBaseUnits: Digits;
  /** True when the delivery's provider converts itself, even without slippage. Absent in older terms. */
  readonly isConverting?: boolean;
  readonly destination: string;
  /** Chosen with the quote, because the provider decides if the amount is an estimate; null in PARTNER mode. */
  readonly deliveryProvider: string | null;
  readonly split: SplitTerms | null;
  readonly expiresAt: string;
  readonly scenario?: string;
}

export interface SplitTerms {
  readonly pixKey: Sealed;
  readonly pixKeyMasked: string;
  readonly amountCents: Digits;
}

export interface PayoutTerms {
  readonly kind: 'PIX_BRCODE' | 'PIX_KEY' | 'BOLETO' | 'GIFT_CARD';
  /** JSON of the code or key to pay, sealed under the user's key. */
  readonly instruction: Sealed;
  readonly amountCents: Digits;
  /** Safe to show: a masked key, the host of a dynamic code, a bank or company, a gift card's brand. */
  readonly destinationMasked: string;
  readonly soldBy?: string;
}

/** The parts sum to `totalCents`. */
export interface FeeParts {
  readonly floorCents: Digits;
  readonly platformCents: Digits;
  readonly partnerCents: Digits;
  readonly networkCents: Digits;
  readonly totalCents: Digits;
  readonly platformBasisPoints: number;
  readonly partnerBasisPoints: number;
}

export interface PriceContext {
  readonly pair: string;
  /** BRL for one whole unit of the asset, as a decimal. */
  readonly price: string;
  readonly asOf: string;
  readonly sources: readonly string[];
  readonly feeFloorCents?: Digits;
  /** The answer of each source, used or not; at most 20. Absent in older events and for simulated prices. */
  readonly ticks?: readonly PriceTick[];
}

/** Decimals as text. */
export interface PriceTick {
  readonly source: string;
  readonly pair: string;
  readonly bid: string;
  readonly ask: string;
  readonly at: string;
  readonly dropped?: string;
}
