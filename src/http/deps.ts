import type { CashoutIntentCreated } from '../../aggregates/cashout/events';
import type { ChainFamily, NetworkName } from '../../aggregates/chain';
import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import type { Clock } from '../../commands/ports/clock';
import type { Ids } from '../../commands/ports/ids';
import type { KeyVault } from '../../commands/ports/key-vault';
import type { LoginNetwork } from '../../commands/wallet-login/wallet-login';
import type { ProjectionName } from '../../projections/all';
import type { PartnerReader, PartnerScope, UserReader, UserScope } from '../../read-models/reader';
import type { Credentials, Surface, Tokens } from '../credentials';
import type { Service } from '../service';
import type { RateLimits } from './limit-deps';
import type { Links } from './link-deps';
import type { OnChainMemo } from './on-chain-memo.dto';
import type { RequestWatch } from './request-watch';

/** What rows and kept answers hold sealed; null for what nobody can open any more. */
export type Sealing = Pick<KeyVault, 'seal' | 'openAll'>;

/** Everything that the HTTP surface needs from the rest of the service; `src/bin` puts it together. */
export interface HttpDeps extends Commands, ChainRules, Sealing {
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
  readonly links: Links;
  /** The user whom the partner knows by this id; null when there is none. */
  readonly findByExternalId: (scope: PartnerScope, externalUserId: string) => Promise<string | null>;
  readonly readiness: () => Promise<Readiness>;
  /** Absent: nobody watches. */
  readonly requestWatch?: RequestWatch;
  readonly settings: HttpSettings;
}

/** What the surface may ask the service for; every other command is the operators' and the workers'. */
export type Commands = Pick<
  Service,
  | 'issueApiKey'
  | 'revokeApiKey'
  | 'registerDestination'
  | 'removeDestination'
  | 'registerUser'
  | 'findUserId'
  | 'changeKycStatus'
  | 'changeWallet'
  | 'changeExternalId'
  | 'blockUser'
  | 'startWalletLogin'
  | 'finishWalletLogin'
  | 'registerWallet'
  | 'sendOtp'
  | 'verifyOtp'
  | 'issueQuote'
  | 'getQuote'
  | 'createCashoutIntent'
  | 'revealGiftCard'
  | 'paidBarcode'
  | 'foldCashoutIntent'
  | 'createLink'
  | 'removeLink'
  | 'replayWebhook'
  | 'requestWebhookTest'
  | 'rotateWebhookSecret'
  | 'simulateFees'
  | 'currentPrice'
>;

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
