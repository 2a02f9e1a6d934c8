import type { Cents } from '../../../aggregates/money';
import type { PayoutCost } from '../../../aggregates/payout/events';
import type { Iso } from '../clock';
import type { Provider, Providers } from './providers';
import type { ResolvedBoleto, ResolvedBrCode, ResolvedGiftCard, ResolvedKey } from './resolved-payee';
import type { CallContext, FailureCode, Result } from './result';

export type PixKeyType = 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'EVP';

export type PayoutMethod =
  | {
      readonly kind: 'PIX_KEY';
      readonly keyType: PixKeyType;
      readonly key: string;
      /** The provider's name of the look-up of the key at the quote. */
      readonly lookUpId?: string;
    }
  | { readonly kind: 'PIX_BRCODE'; readonly brCode: string; readonly amountIsFixed: boolean }
  | { readonly kind: 'BOLETO'; readonly barcode: string; readonly line: string }
  /** Comes back as a PIN. */
  | { readonly kind: 'GIFT_CARD'; readonly productCode: string };

export interface PayoutChoice {
  readonly kind: PayoutMethod['kind'];
  /** Provider part of a gift card's code, such as `SBX`. Absent in terms of older versions. */
  readonly soldBy?: string;
}

export interface PayoutRequest {
  readonly idempotencyKey: string;
  readonly amount: Cents;
  readonly method: PayoutMethod;
  readonly description?: string;
  /** The adapter must not write to the socket later: RETRYABLE. */
  readonly notAfter: Iso;
  /** Sandbox only: the scenario of the X-Sandbox-Scenario header. */
  readonly scenario?: string;
}

export interface AskedPayout {
  readonly idempotencyKey: string;
  readonly kind: PayoutMethod['kind'];
  /** First sending of the key; after a loss of the log the earliest possible time. */
  readonly sentAt: Iso;
  /** Time of a callback: the adapter must not use a cached answer from before it. Absent: no callback came. */
  readonly since?: Iso;
}

/** The payee as the provider reports it; `*` hides characters. Personal data: compared, never stored. */
export interface Payee {
  readonly key?: string;
  readonly name?: string;
  readonly taxIdMasked?: string;
}

export interface Payout {
  /** Empty for a payout without our key. */
  readonly idempotencyKey: string;
  readonly providerId: string;
  readonly state: 'CREATED' | 'ACCEPTED' | 'PROCESSING' | 'SETTLED' | 'FAILED' | 'RETURNED';
  readonly amount: Cents;
  readonly endToEndId?: string;
  readonly payee?: Payee;
  readonly failure?: {
    readonly code: FailureCode;
    readonly providerCode?: string;
    readonly message: string;
    readonly retryClass: boolean;
  };
  /** Total returned so far. */
  readonly returnedAmount?: Cents;
  /** Total fee so far that the provider takes from our balance; absent: none. */
  readonly fee?: Cents;
  /** Amount taken from our balance, when its currency differs or a discount applies; absent: the amount itself. */
  readonly cost?: PayoutCost;
  readonly settledAt?: Iso;
  readonly receiptUrl?: string;
  /** All data that redeems it, in one text. Secret; sealed before any write. */
  readonly giftCardPin?: string;
}

/** In centavos; an absent value does not limit. */
export interface MethodLimits {
  readonly transactionCents?: Cents;
  /** The highest total for one payee on a day of Brasília. */
  readonly payeeDayCents?: Cents;
  /** The highest payout from 20:00 to 06:00 in Brasília. */
  readonly nightCents?: Cents;
}

export type PayoutLimits = Partial<Readonly<Record<PayoutMethod['kind'], MethodLimits>>>;

export interface PayoutProvider extends Provider {
  readonly kinds: readonly PayoutMethod['kind'][];
  /** Provider part of the gift-card codes that it sells. Absent: it sells none. */
  readonly sells?: string;
  readonly limits?: PayoutLimits;
  /** True: the account would fall below its floor with this amount. Soft: the balance may be some seconds old. */
  readonly isUnderFloor?: (amount: Cents) => Promise<boolean>;
  /** True: the provider has failed repeatedly and gets no new orders. Absent: failures are not counted. */
  readonly isBroken?: (kind: PayoutMethod['kind']) => boolean;
  /** Asked just before a new order. False: another order already tests the provider. */
  readonly mayTry?: (kind: PayoutMethod['kind']) => boolean;
  /** LOOKUP_ONLY: a key that was sent is never sent again. */
  readonly idempotency: 'NATIVE' | 'LOOKUP_ONLY';
  /** ACCOUNT: one account for all partners; answers and lists do not separate the keys of the partners. */
  readonly books: 'PARTNER' | 'ACCOUNT';
  readonly resolveBrCode: (context: CallContext, brCode: string) => Promise<Result<ResolvedBrCode>>;
  readonly resolveKey: (
    context: CallContext,
    key: { readonly keyType: PixKeyType; readonly key: string },
  ) => Promise<Result<ResolvedKey>>;
  /** 44 digits. REJECTED: unknown to the registry. */
  readonly resolveBoleto: (context: CallContext, barcode: string) => Promise<Result<ResolvedBoleto>>;
  /** REJECTED: the catalog lacks this product at this value. */
  readonly resolveGiftCard: (context: CallContext, productCode: string) => Promise<Result<ResolvedGiftCard>>;
  /** The whole order, also where the provider needs two steps. */
  readonly create: (context: CallContext, request: PayoutRequest) => Promise<Result<Payout>>;
  /** The provider's amount, even if it differs from the order; an adapter may answer PROTOCOL instead. */
  readonly get: (context: CallContext, asked: AskedPayout) => Promise<Result<Payout>>;
  /** The complete window or a failure, never a part. */
  readonly list: (context: CallContext, from: Iso, to: Iso) => Promise<Result<readonly Payout[]>>;
}

export type PayoutProviders = Providers<PayoutChoice, PayoutProvider>;
