import type { Movement, NetworkName } from '../aggregates/chain';
import type { Cents } from '../aggregates/money';
import type { Mode } from '../aggregates/partner/events';
import type { Sealed } from '../aggregates/sealed';
import type { ResolvedBoleto, ResolvedBrCode, ResolvedGiftCard, ResolvedKey } from './invoices/resolved-payee';

/** UTC ISO 8601 with milliseconds. */
export type Iso = string;

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
}

export interface Ids {
  /** A random UUID. */
  readonly uuid: () => string;
  /** `bytes` random bytes as hex. */
  readonly hex: (bytes: number) => string;
}

/** What a lookup is made by; external ids are unique within (partner, mode). */
export interface Lookup {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly kind: 'EXTERNAL_USER_ID' | 'WALLET' | 'DOCUMENT' | 'LOGIN_CONTACT';
  /** Normalised; only its HMAC is stored. */
  readonly value: string;
}

/**
 * The second store of record (design: domain, section 2): a key per subject, wrapped by the master key,
 * and the look-up index. Every write is committed before the event that relies on it.
 */
export interface KeyVault {
  /** Encrypts under the subject's key, which is made when it does not exist. Refuses (fault) an erased subject. */
  readonly seal: (subjectId: string, plaintext: string) => Promise<Sealed>;
  /** The plaintext, or null once the subject is erased. */
  readonly open: (sealed: Sealed) => Promise<string | null>;
  /** Binds the lookup to the subject unless it is bound already; answers whose it is. */
  readonly claim: (lookup: Lookup, subjectId: string) => Promise<string>;
  readonly find: (lookup: Lookup) => Promise<string | null>;
  /** Destroys the subject's key and look-ups, for ever. Repeatable. */
  readonly erase: (subjectId: string) => Promise<void>;
}

// Chains

export interface ChainHead {
  readonly blockNumber: bigint;
  readonly blockHash: string;
  readonly blockTime: Iso;
}

/** What a scan of a range of blocks found. */
export interface ChainScan {
  readonly movements: readonly Movement[];
  /** The hash of the block before the first one that was scanned. */
  readonly parentHash: string;
  /** The last block that was scanned, and its time. */
  readonly upTo: ChainHead;
}

/** The verdict on a movement that was seen before, once its block is final. */
export type FinalityVerdict =
  | { readonly verdict: 'PENDING' }
  | { readonly verdict: 'FINAL'; readonly movement: Movement }
  /** It was reorganised away, replaced, or its transaction failed. */
  | { readonly verdict: 'GONE'; readonly reason: string };

/** One network, read only. Every method may reject: the node is away, and the caller tries again. */
export interface ChainReader {
  readonly network: NetworkName;
  /** Rejects with a message for the operator when the node serves another chain or the receiver has code. */
  readonly checkIdentity: () => Promise<void>;
  readonly newest: () => Promise<ChainHead>;
  readonly finalised: () => Promise<ChainHead>;
  /** The canonical block of this height as the node has it now: another hash than before means a reorganisation. */
  readonly blockAt: (blockNumber: bigint) => Promise<ChainHead>;
  /** Every movement to our receiver in blocks `from` to at most `to`; may stop earlier, at `upTo`. */
  readonly scan: (from: bigint, to: bigint) => Promise<ChainScan>;
  /** Judges a movement again from the chain's effects at finality. */
  readonly judge: (movement: Movement) => Promise<FinalityVerdict>;
}

// Payouts (design: providers, section 1)

/** What a failure allows the caller to do next: the contract that protects money. */
export type FailureKind =
  /** The provider said no and nothing happened: final for this key. */
  | 'REJECTED'
  /** Provably not executed: the same key may be sent again. */
  | 'RETRYABLE'
  /** It may have happened; only `get` may tell. */
  | 'UNKNOWN'
  | 'RATE_LIMITED'
  | 'NOT_FOUND'
  | 'UNAVAILABLE'
  | 'NOT_CONFIGURED';

export type FailureCode =
  | 'INSUFFICIENT_FUNDS'
  | 'LIMIT_EXCEEDED'
  | 'KEY_NOT_FOUND'
  | 'KEY_INVALID'
  | 'KEY_FRAUD_FLAGGED'
  | 'ACCOUNT_CLOSED'
  | 'ACCOUNT_BLOCKED'
  | 'PAYEE_MISMATCH'
  | 'CODE_INVALID'
  | 'CODE_EXPIRED'
  | 'CODE_ALREADY_PAID'
  | 'AMOUNT_MISMATCH'
  | 'AMOUNT_OUT_OF_RANGE'
  | 'OUT_OF_HOURS'
  | 'SANCTIONED'
  | 'FRAUD_SUSPECTED'
  | 'DUPLICATE_KEY'
  | 'UNSUPPORTED'
  | 'AUTH'
  | 'TIMEOUT'
  | 'PROTOCOL'
  | 'RATE_LIMITED'
  | 'OTHER';

export interface Failure {
  readonly ok: false;
  readonly kind: FailureKind;
  readonly code: FailureCode;
  readonly provider: string;
  readonly providerCode?: string;
  readonly message: string;
  /** The provider's own word that another attempt may succeed (such as SPI AB03). */
  readonly retryClass?: boolean;
  readonly retryAfterMs?: number;
}

export type Result<Value> = { readonly ok: true; readonly value: Value } | Failure;

export interface CallContext {
  readonly requestId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  /** Milliseconds since 1970; the adapter must have given up by then. */
  readonly deadlineMs: number;
}

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

export interface Payout {
  readonly idempotencyKey: string;
  readonly providerId: string;
  readonly state: 'CREATED' | 'ACCEPTED' | 'PROCESSING' | 'SETTLED' | 'FAILED' | 'RETURNED';
  readonly amount: Cents;
  readonly endToEndId?: string;
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
  readonly providerEventId: string;
  readonly idempotencyKey: string;
  /** When it came for the first time, milliseconds since 1970: what is refused comes again. */
  readonly firstMadeAtMs: number;
}

export interface PayoutProvider {
  readonly name: string;
  readonly mode: Mode;
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
  readonly list: (context: CallContext, from: Iso, to: Iso) => Promise<Result<readonly Payout[]>>;
}

// Prices

/** BRL for one whole unit of a token: what we give when it is sold to us (`sell`), what we ask when it is bought (`buy`). */
export interface Price {
  readonly symbol: string;
  readonly pair: string;
  /** Decimals as text, never floats. */
  readonly sell: string;
  readonly buy: string;
  readonly asOf: Iso;
  readonly sources: readonly string[];
  /** For how long the answer had been kept; absent when the feed was asked just now. */
  readonly cacheAgeMs?: number;
}

/** What the composition root reads from configuration and the commands obey. */
export interface CashoutSettings {
  readonly memoPrefix: string;
  readonly quoteWindowSeconds: number;
  readonly minimumCents: Cents;
  readonly maximumCents: Cents;
  readonly floorCents: Cents;
  readonly platformBasisPoints: number;
  /** Waits before the second, third, ... attempt at a payout. */
  readonly payoutAttemptDelaysMs: readonly number[];
}

export interface PriceFeed {
  readonly name: string;
  readonly price: (context: Pick<CallContext, 'deadlineMs'>, symbol: string) => Promise<Result<Price>>;
}
