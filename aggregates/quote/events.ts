import type { NetworkName } from '../chain';
import type { Digits } from '../money';
import type { Mode } from '../partner/events';
import type { Sealed } from '../sealed';

/** QuoteIssued -> CashoutIntentCreated, in the intent's stream: the locked price, and everything that the intent will be. */
export type QuoteEvent = { readonly type: 'QuoteIssued'; readonly data: QuoteIssued };

export interface QuoteIssued extends CashoutTerms {
  readonly quoteId: string;
  /** The id that the intent will have; it leaves the service only with the intent. */
  readonly intentId: string;
  /** 64 hex digits that keep the id from being guessed; leaves the service only with the intent. */
  readonly salt: string;
  readonly priceContext: PriceContext;
  /** The partner's own id of the quote; it may say who the user is, so it is sealed. */
  readonly externalId: Sealed | null;
  readonly issuedAt: string;
}

/** What the partner knows a payment by. Each is absent when there was none at the quote, and in events of before it was kept. */
export interface PartnerReferences {
  /** The partner's own reference, `[A-Za-z0-9._:-]{1,64}`, in clear. */
  readonly reference?: string;
  /** The partner's own id of the user. */
  readonly externalUserId?: Sealed;
}

/** What quote and intent agree on, word for word. */
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
  /** The wallet that the user said will pay; null when none was named. */
  readonly sender: string | null;
  readonly memo: string;
  readonly payout: PayoutTerms;
  readonly fees: FeeParts;
  /** What the payer pays in BRL: payout plus fees. */
  readonly totalCents: Digits;
  readonly currency: 'BRL';
  readonly expiresAt: string;
  /** Block times may lie this far outside the window. */
  readonly blockTimeToleranceSeconds: number;
}

export interface PayoutTerms {
  readonly kind: 'PIX_BRCODE' | 'PIX_KEY' | 'BOLETO' | 'GIFT_CARD';
  /** JSON of what the provider needs to pay (code or key), sealed under the user's key. */
  readonly instruction: Sealed;
  readonly amountCents: Digits;
  /** What may be shown: a masked key, the host of a dynamic code, a bank or a company, the brand of a gift card. */
  readonly destinationMasked: string;
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
  /** What the platform's fee is never less than; absent in events of before it was recorded. */
  readonly feeFloorCents?: Digits;
}
