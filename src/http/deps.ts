import type { CashoutIntentCreated } from '../../aggregates/cashout/events';
import type { ChainFamily, NetworkName } from '../../aggregates/chain';
import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import type { Clock } from '../../commands/ports/clock';
import type { Ids } from '../../commands/ports/ids';
import type { KeyVault } from '../../commands/ports/key-vault';
import type { SandboxControls } from '../../commands/ports/providers/sandbox-controls';
import type { LoginNetwork } from '../../commands/wallet-login/wallet-login';
import type { ProjectionName } from '../../projections/all';
import type { PartnerReader, PartnerScope, UserReader, UserScope } from '../../read-models/reader';
import type { Credentials, Surface, Tokens } from '../credentials';
import type { PeggedWithdraw } from '../reads/pegged-withdraw';
import type { SandboxCommands, Service } from '../service';
import type { CallbackDoor } from './callbacks/callback-door';
import type { RateLimits } from './limit-deps';
import type { Links } from './link-deps';
import type { OpsDeps } from './ops/ops-deps';
import type { ReceiptPages } from './receipts/receipt-pages';
import type { RequestWatch } from './request-watch';
import type { MemberDeps } from './session/member-deps';
import type { OnChainMemo } from './shared/on-chain-memo.dto';
import type { GatewayConfigAnswer } from './wallet/assets.dto';

/** Seals and opens values; opening answers null for a value that can no longer be opened. */
export type Sealing = Pick<KeyVault, 'seal' | 'openAll'>;

/** Everything the HTTP surface needs; `src/bin` assembles it. */
export interface HttpDeps extends Commands, ChainRules, Sealing {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: HttpLogger;
  /** The only reads before the caller is known. */
  readonly credentials: Credentials;
  /** Reads only the caller's own rows; times out after 3 s. */
  readonly partnerReader: (scope: PartnerScope) => PartnerReader;
  readonly userReader: (scope: UserScope) => UserReader;
  /** False when `timeoutMs` passed first. Never rejects. */
  readonly waitUntilApplied: (
    projections: readonly ProjectionName[],
    position: Position,
    timeoutMs: number,
  ) => Promise<boolean>;
  /** True when a store was away, silent or overloaded: the request may be repeated (503). */
  readonly isUnavailable: (error: unknown) => boolean;
  /** Tokens of one surface give no access to another. */
  readonly tokens: Readonly<Record<Surface, Tokens>>;
  readonly nonces: Nonces;
  readonly idempotency: IdempotencyStore;
  readonly limits: RateLimits;
  readonly keyUsage: KeyUsage;
  readonly catalog: PublicCatalog;
  /** Every network of the catalog, watched or not. */
  readonly loginNetworks: readonly LoginNetwork[];
  /** Data that a wallet needs to withdraw; null when no asset can be withdrawn. */
  readonly peggedWithdraw: (mode: Mode, partnerId: string | null) => PeggedWithdraw | null;
  /** Mode of anonymous prices and of the wallet surface. */
  readonly instance: { readonly mode: Mode };
  readonly links: Links;
  readonly receiptPages: ReceiptPages;
  readonly callbacks: CallbackDoor;
  readonly sandboxControls: Pick<SandboxControls, 'advance' | 'reset'>;
  /** True when event store positions, the cursors of the first version, are still valid in the feed. */
  readonly doOldCursorsHold: () => Promise<boolean>;
  /** User id by the partner's own id; null when unknown. */
  readonly findByExternalId: (scope: PartnerScope, externalUserId: string) => Promise<string | null>;
  readonly readiness: () => Promise<Readiness>;
  readonly members: MemberDeps;
  readonly requestWatch?: RequestWatch;
  /** Present where the application serves the operators' door. */
  readonly ops?: OpsDeps;
  readonly settings: HttpSettings;
}

/** Commands of the surface; all others belong to operators and workers. */
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
  | 'requestWithdrawal'
  | 'foldWithdrawal'
  | 'revealGiftCard'
  | 'paidBarcode'
  | 'foldCashoutIntent'
  | 'issueCashinQuote'
  | 'getCashinQuote'
  | 'createCashinIntent'
  | 'foldCashinIntent'
  | 'startKycSession'
  | 'syncKycSession'
  | 'reopenKycSession'
  | 'kycHealth'
  | 'lookUpDocument'
  | 'verifyDocument'
  | 'createLink'
  | 'removeLink'
  | 'replayWebhook'
  | 'requestWebhookTest'
  | 'rotateWebhookSecret'
  | 'issueHmacSecret'
  | 'simulateFees'
  | 'currentPrice'
  | 'noteTransaction'
  | keyof SandboxCommands
>;

export interface HttpSettings {
  /** Public URL without a trailing slash; null makes answered URLs relative. */
  readonly publicBaseUrl: string | null;
  /** CIDRs of the proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly defaultTokenTtlSeconds: number;
  readonly quoteWindowSeconds: number;
  /** Per operation. */
  readonly minimumCents: bigint;
  readonly maximumCents: bigint;
  /** How long a withdrawal's call waits for its end, counted from the request: less than 10 s in all. */
  readonly withdrawWaitMs: number;
  /** Other base URL for pegged assets, without a trailing slash; null without one. */
  readonly peggedBaseUrl: string | null;
  readonly regulatoryRole: GatewayConfigAnswer['regulatoryRole'];
}

/** Never gets a body, a header or a secret. */
export interface HttpLogger {
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
}

/** Nonces of signed requests, shared by all processes of the service. */
export interface Nonces {
  /** True for the first claim within `ttlSeconds`. Rejects when the store is away: the request is then refused. */
  readonly claim: (partnerId: string, nonce: string, ttlSeconds: number) => Promise<boolean>;
}

export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

export type IdempotencyClaim =
  | { readonly kind: 'CLAIMED'; readonly lease: string }
  | { readonly kind: 'ANSWERED'; readonly answer: StoredAnswer }
  | { readonly kind: 'IN_PROGRESS' }
  /** The key came before with another body. */
  | { readonly kind: 'REUSED' };

/** Answers by Idempotency-Key. Only a cache: the truth is the command id and its stream. */
export interface IdempotencyStore {
  /** `scope` and `fingerprint` are hashes. */
  readonly claim: (scope: string, fingerprint: string) => Promise<IdempotencyClaim>;
  /** Extends the lease; false when another request has taken it. */
  readonly renew: (scope: string, lease: string) => Promise<boolean>;
  readonly complete: (scope: string, lease: string, answer: StoredAnswer) => Promise<void>;
  /** Frees the key without an answer: the next request runs again. */
  readonly release: (scope: string, lease: string) => Promise<void>;
}

/** Last use of each API key: operational, part of no history. */
export interface KeyUsage {
  readonly touch: (keyId: string) => void;
  /** Key id to ISO time; an unused key is absent. */
  readonly lastUsed: (keyIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

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

export interface ChainRules {
  /** Canonical form for storage and comparison; null for an invalid address. */
  readonly canonicalAddress: (family: ChainFamily, text: string) => string | null;
  /** Canonical form for storage and comparison; null for an invalid id. */
  readonly canonicalTxid: (family: ChainFamily, text: string) => string | null;
  /** Place and value of the memo in a transaction of the network. */
  readonly memoFor: (network: NetworkName, memo: string) => Readonly<OnChainMemo>;
  /** Data from which a wallet builds the transfer, in the chain's form; null when impossible. */
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
