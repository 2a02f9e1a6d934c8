import type { CashoutIntentCreated } from '../../aggregates/cashout/events';
import type { ChainFamily, NetworkName } from '../../aggregates/chain';
import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import type { QuoteIssued } from '../../aggregates/quote/events';
import type { createCashoutIntent } from '../../commands/cashout/create-cashout-intent';
import type { revealGiftCard } from '../../commands/cashout/reveal-gift-card';
import type { UserCaller } from '../../commands/handling/caller';
import type { issueApiKey } from '../../commands/partner/issue-api-key';
import type { revokeApiKey } from '../../commands/partner/revoke-api-key';
import type { Clock } from '../../commands/ports/clock';
import type { Ids } from '../../commands/ports/ids';
import type { CurrentPrice } from '../../commands/quote/current-price';
import type { issueQuote } from '../../commands/quote/issue-quote';
import type { blockUser } from '../../commands/user/block-user';
import type { changeExternalId } from '../../commands/user/change-external-id';
import type { changeKycStatus } from '../../commands/user/change-kyc-status';
import type { changeWallet } from '../../commands/user/change-wallet';
import type { findUserId } from '../../commands/user/find-user';
import type { registerUser } from '../../commands/user/register-user';
import type { finishWalletLogin } from '../../commands/wallet-login/finish-wallet-login';
import type { registerWallet } from '../../commands/wallet-login/register-wallet';
import type { sendOtp } from '../../commands/wallet-login/send-otp';
import type { startWalletLogin } from '../../commands/wallet-login/start-wallet-login';
import type { verifyOtp } from '../../commands/wallet-login/verify-otp';
import type { LoginNetwork } from '../../commands/wallet-login/wallet-login';
import type { registerDestination } from '../../commands/webhook/register-destination';
import type { removeDestination } from '../../commands/webhook/remove-destination';
import type { ProjectionName } from '../../projections/all';
import type { KeyHolder } from '../../read-models/api-keys';
import type { CashoutIntentRow } from '../../read-models/cashout-intents';
import type { HmacHolder } from '../../read-models/partner-secrets';
import type { PartnerReader, PartnerScope, UserReader, UserScope } from '../../read-models/reader';
import type { TokenHolder } from '../../read-models/users';
import type { RateLimits } from './limit-deps';
import type { Links, PartnerCommands } from './partner-deps';
import type { OnChainMemo } from './shared/intents.dto';

/** Everything that the HTTP surface needs from the rest of the service; `src/bin` puts it together. */
export interface HttpDeps extends Commands, ChainRules {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: HttpLogger;
  /** Whose credential it is: the only reading that comes before the caller is known. */
  readonly credentials: Credentials;
  /** Reads what the caller may see, and nothing else. Gives up by itself within 3 s. */
  readonly partnerReader: (scope: PartnerScope) => PartnerReader;
  readonly userReader: (scope: UserScope) => UserReader;
  /** Whether the projections have applied the position; false when `timeoutMs` passed first. Never rejects. */
  readonly waitUntilApplied: (
    projections: readonly ProjectionName[],
    position: Position,
    timeoutMs: number,
  ) => Promise<boolean>;
  /** Whether a store was away, mute or overloaded, so that the request may be repeated (503). */
  readonly isUnavailable: (error: unknown) => boolean;
  /** Tokens of one surface open nothing on another. */
  readonly tokens: Readonly<Record<Surface, Tokens>>;
  readonly nonces: Nonces;
  readonly idempotency: IdempotencyStore;
  readonly limits: RateLimits;
  readonly keyUsage: KeyUsage;
  readonly catalog: PublicCatalog;
  /** Where wallets may log in: every network of the catalog, watched or not. */
  readonly loginNetworks: readonly LoginNetwork[];
  /** The mode of whoever comes without a partner: anonymous prices and the wallet surface are of it. */
  readonly instance: { readonly mode: Mode };
  /** BRL for one unit of an asset of the instance's mode. Refuses INVALID_ASSET_ID, PROVIDER_*. */
  readonly currentPrice: (assetId: number) => Promise<CurrentPrice>;
  readonly links: Links;
  readonly readiness: () => Promise<Readiness>;
  readonly settings: HttpSettings;
}

/** The commands, bound to their own deps. */
export interface Commands extends PartnerCommands {
  readonly issueApiKey: ReturnType<typeof issueApiKey>;
  readonly revokeApiKey: ReturnType<typeof revokeApiKey>;
  readonly registerDestination: ReturnType<typeof registerDestination>;
  readonly removeDestination: ReturnType<typeof removeDestination>;
  readonly registerUser: ReturnType<typeof registerUser>;
  readonly findUserId: ReturnType<typeof findUserId>;
  readonly changeKycStatus: ReturnType<typeof changeKycStatus>;
  readonly changeWallet: ReturnType<typeof changeWallet>;
  readonly changeExternalId: ReturnType<typeof changeExternalId>;
  readonly blockUser: ReturnType<typeof blockUser>;
  readonly startWalletLogin: ReturnType<typeof startWalletLogin>;
  readonly finishWalletLogin: ReturnType<typeof finishWalletLogin>;
  readonly registerWallet: ReturnType<typeof registerWallet>;
  readonly sendOtp: ReturnType<typeof sendOtp>;
  readonly verifyOtp: ReturnType<typeof verifyOtp>;
  readonly issueQuote: ReturnType<typeof issueQuote>;
  /** The caller's own quote, from its stream; null when there is none. */
  readonly getQuote: (input: { readonly user: UserCaller; readonly quoteId: string }) => Promise<QuoteIssued | null>;
  readonly createCashoutIntent: ReturnType<typeof createCashoutIntent>;
  readonly revealGiftCard: ReturnType<typeof revealGiftCard>;
  /** Of the boleto that the caller's own intent pays; null when it pays none, and once nobody can open it. */
  readonly paidBarcode: (scope: UserScope, intentId: string) => Promise<string | null>;
  /** The caller's own intent folded from its stream, for when the read model does not have it yet. */
  readonly foldCashoutIntent: (scope: UserScope, intentId: string) => Promise<CashoutIntentRow | null>;
}

export interface HttpSettings {
  /** Where the world reaches this service, without a slash at the end; null: what it answers is relative. */
  readonly publicBaseUrl: string | null;
  /** CIDRs of the proxies whose X-Forwarded-For is believed; none by default. */
  readonly trustedProxies: readonly string[];
  readonly defaultTokenTtlSeconds: number;
  readonly quoteWindowSeconds: number;
  /** Of one operation. */
  readonly minimumCents: bigint;
  readonly maximumCents: bigint;
  /** Where the endpoints of pegged assets are announced, without a slash at its end; null when here alone. */
  readonly peggedBaseUrl: string | null;
}

/** What the surface logs: never a body, a header or a secret. */
export interface HttpLogger {
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
}

export interface Credentials {
  /** By the hex SHA-256 of the key's text. */
  readonly keyHolder: (keyHash: string) => Promise<KeyHolder | null>;
  /** Whose signatures may pass for the partner's: always as many, so that the work does not tell whether it exists. */
  readonly signers: (partnerId: string) => Promise<readonly Signer[]>;
  /** The standing of the user and of the partner, now. */
  readonly tokenHolder: (claims: TokenClaims) => Promise<TokenHolder | null>;
}

export interface Signer {
  /** 64 characters of hex, used as they stand. */
  readonly signingKey: string;
  /** Null for a stand-in, whose signature opens nothing. */
  readonly holder: Omit<HmacHolder, 'hmac_key'> | null;
}

/** What a token was made for: the partner's API or the wallet's. */
export type Surface = 'v1' | 'wallet';

/** The end user's token (specification, part 2). */
export interface TokenClaims {
  readonly pubkey: string | null;
  /** Our user id; null for an address that no user has yet, on the wallet's surface alone. */
  readonly uid: string | null;
  /** The network of the address, where the address itself was proved: on the wallet's surface. */
  readonly blockchain?: string;
  readonly partnerId: string;
  readonly mode: Mode;
}

export interface Tokens {
  readonly sign: (claims: TokenClaims, ttlSeconds: number) => Promise<string>;
  /** Null for every token that is not one of ours, of this surface and of now. */
  readonly verify: (token: string) => Promise<TokenClaims | null>;
}

/** The nonces of signed requests, shared by every process of the service. */
export interface Nonces {
  /** True for the first who asks within `ttlSeconds`. Rejects when the store is away: then nobody is let in. */
  readonly claim: (partnerId: string, nonce: string, ttlSeconds: number) => Promise<boolean>;
}

/** An answer, byte for byte. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

export type IdempotencyClaim =
  | { readonly kind: 'CLAIMED'; readonly lease: string }
  | { readonly kind: 'ANSWERED'; readonly answer: StoredAnswer }
  | { readonly kind: 'IN_PROGRESS' }
  /** The key was used with another body. */
  | { readonly kind: 'REUSED' };

/** The answers of requests that carried an Idempotency-Key. It only caches: the truth is the command id and its stream. */
export interface IdempotencyStore {
  /** `scope` and `fingerprint` are hashes. */
  readonly claim: (scope: string, fingerprint: string) => Promise<IdempotencyClaim>;
  /** The worker is still at it; false when the lease has gone to somebody else. */
  readonly renew: (scope: string, lease: string) => Promise<boolean>;
  readonly complete: (scope: string, lease: string, answer: StoredAnswer) => Promise<void>;
  /** The request had no answer worth keeping: the next one runs again. */
  readonly release: (scope: string, lease: string) => Promise<void>;
}

/** When each API key was last used: operational, and not part of any history. */
export interface KeyUsage {
  readonly touch: (keyId: string) => void;
  /** Key id to ISO time; a key that was never used is absent. */
  readonly lastUsed: (keyIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** The catalog as everybody may see it, also as a file. */
export interface PublicCatalog {
  readonly version: string;
  readonly updatedAt: string;
  readonly networks: readonly PublicNetwork[];
  readonly assets: readonly PublicAsset[];
}

export interface PublicNetwork {
  readonly name: string;
  readonly family: ChainFamily;
  readonly chainId: number | null;
  readonly mode: Mode;
  readonly finality: string | { readonly depth: number };
}

export interface PublicAsset {
  readonly assetId: number;
  readonly symbol: string;
  readonly blockchain: string;
  readonly network: string;
  readonly contractAddress: string | null;
  readonly decimals: number;
  readonly cashIn: boolean;
  readonly cashOut: boolean;
  readonly pegged: boolean;
}

/** What differs from one family of chains to another. */
export interface ChainRules {
  /** The one form in which an address is stored and compared; null when it is none of that family. */
  readonly canonicalAddress: (family: ChainFamily, text: string) => string | null;
  /** The one form in which a transaction's id is stored and compared; null when it cannot be one. */
  readonly canonicalTxid: (family: ChainFamily, text: string) => string | null;
  /** Where the memo goes in a transaction of the network, and what stands there. */
  readonly memoFor: (network: NetworkName, memo: string) => Readonly<OnChainMemo>;
  /** What a wallet needs to build the transfer; its shape depends on the chain. Null where none can be built. */
  readonly instructionFor: (payment: PaymentOnChain) => unknown;
}

export type PaymentOnChain = Pick<
  CashoutIntentCreated,
  'network' | 'assetId' | 'amountBaseUnits' | 'receiver' | 'memo'
>;

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>;
}
