import type { Cents } from '../../aggregates/money';
import type { Mode } from '../../aggregates/partner/events';
import type { Iso } from './clock';
import type { ResolvedBoleto, ResolvedBrCode, ResolvedGiftCard, ResolvedKey } from './resolved-payee';
import type { CallContext, FailureCode, Result } from './result';

export type PixKeyType = 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'EVP';

export type PayoutMethod =
  | { readonly kind: 'PIX_KEY'; readonly keyType: PixKeyType; readonly key: string }
  | { readonly kind: 'PIX_BRCODE'; readonly brCode: string; readonly amountIsFixed: boolean }
  | { readonly kind: 'BOLETO'; readonly barcode: string; readonly line: string }
  /** Bought in the catalog of the provider; what comes back is a PIN. */
  | { readonly kind: 'GIFT_CARD'; readonly productCode: string };

export interface PayoutRequest {
  readonly idempotencyKey: string;
  readonly amount: Cents;
  readonly method: PayoutMethod;
  readonly description?: string;
  /** After this the adapter must not write to the socket any more: RETRYABLE. */
  readonly notAfter: Iso;
  /** Sandbox credentials only: the scenario named by the X-Sandbox-Scenario header. */
  readonly scenario?: string;
}

/**
 * Whom a provider says that it paid, each part as far as it is told; `*` stands for characters that are not told.
 * Personal data: it is compared and never written down.
 */
export interface Payee {
  /** The PIX key of the order. */
  readonly key?: string;
  readonly name?: string;
  readonly taxIdMasked?: string;
}

export interface Payout {
  /** Empty for a payout that carries no key of ours. */
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
  /** What has come back in all. */
  readonly returnedAmount?: Cents;
  readonly settledAt?: Iso;
  readonly receiptUrl?: string;
  /** What a settled gift card is redeemed with: a secret, sealed before anything is written. */
  readonly giftCardPin?: string;
}

/** A provider's callback is a hint: the core asks `get` before it moves a state. */
export interface PayoutCallback {
  /** The name of the provider that called. */
  readonly provider: string;
  readonly providerEventId: string;
  readonly idempotencyKey: string;
  /** When it came for the first time, milliseconds since 1970: what is refused comes again. */
  readonly firstMadeAtMs: number;
}

export interface PayoutProvider {
  /** Stands in the events of what it was sent, and never changes. */
  readonly name: string;
  readonly mode: Mode;
  /** What it can pay. */
  readonly kinds: readonly PayoutMethod['kind'][];
  readonly idempotency: 'NATIVE' | 'LOOKUP_ONLY';
  readonly resolveBrCode: (context: CallContext, brCode: string) => Promise<Result<ResolvedBrCode>>;
  readonly resolveKey: (
    context: CallContext,
    key: { readonly keyType: PixKeyType; readonly key: string },
  ) => Promise<Result<ResolvedKey>>;
  /** By its 44 digits. REJECTED: the registry does not know it. */
  readonly resolveBoleto: (context: CallContext, barcode: string) => Promise<Result<ResolvedBoleto>>;
  /** REJECTED: the catalog has no such product at this value. */
  readonly resolveGiftCard: (context: CallContext, productCode: string) => Promise<Result<ResolvedGiftCard>>;
  readonly create: (context: CallContext, request: PayoutRequest) => Promise<Result<Payout>>;
  readonly get: (context: CallContext, idempotencyKey: string) => Promise<Result<Payout>>;
  /** All of the window, or a failure: a part of it would be taken for the whole. */
  readonly list: (context: CallContext, from: Iso, to: Iso) => Promise<Result<readonly Payout[]>>;
}

/** The providers that are configured. */
export interface PayoutProviders {
  /** Who pays what is new: the first that serves the mode and the kind; null when there is none. */
  readonly choose: (mode: Mode, kind: PayoutMethod['kind']) => PayoutProvider | null;
  /** The one that an event names; null when it is not configured (any more). */
  readonly named: (name: string, mode: Mode) => PayoutProvider | null;
}
