import { randomBytes, randomUUID } from 'node:crypto';
import type { Express } from 'express';
import type { Pool } from 'pg';
import type { Mode } from '../../aggregates/partner/events';
import type { KycStatus } from '../../aggregates/user/events';
import { type CommandContext, systemContext } from '../../commands/handling/context';
import { createKnownStreams } from '../../commands/handling/reading/known-streams';
import { createPostgresInbox } from '../../infra/callbacks/postgres-inbox';
import { withSimulatedNetwork } from '../../infra/catalog/simulated-network';
import { canonicalAddress, canonicalTxid } from '../../infra/chains/families';
import { createSimulatedBooks } from '../../infra/chains/simulated/books-postgres';
import { createChainHints } from '../../infra/chains/stores/hint-rows';
import { unreadRows } from '../../infra/chains/stores/unread-rows';
import { createPostgresDenials } from '../../infra/denials/postgres-denials';
import { createMemoryEventStore } from '../../infra/event-store/memory';
import { createPostgresExpiringValues } from '../../infra/expiring/postgres-expiring-values';
import { createIdempotencyKeys } from '../../infra/http/idempotency';
import { createKeyUsage } from '../../infra/http/key-usage';
import { createPostgresNonces } from '../../infra/http/nonces';
import { createRateLimits } from '../../infra/http/rate-limits';
import { randomIds } from '../../infra/ids';
import type { Logger } from '../../infra/logger';
import { createQuery } from '../../infra/postgres/query';
import { createScopedReaders } from '../../infra/postgres/scoped-query';
import { isUnavailable } from '../../infra/postgres/unavailable';
import { choosePriceFeeds } from '../../infra/prices/price-feeds';
import {
  chargeProvidersOf,
  cryptoDeliveriesOf,
  documentRegistriesOf,
  kycProvidersOf,
  peggedRedemptionsOf,
} from '../../infra/providers/providers';
import { parseJwtKeys } from '../../infra/security/jwt-keys';
import { createReceiptTokens } from '../../infra/security/receipt-tokens';
import { createTokens } from '../../infra/security/tokens';
import { creditSweepsIn } from '../../infra/sweeping/credit-sweeps';
import { createCipher } from '../../infra/vault/keys/cipher';
import { createMemoryVault } from '../../infra/vault/memory-vault';
import { createChallengeWriter, createWalletVerifier, loginSiteOf } from '../../infra/wallets';
import { manualClock } from '../../packages/testing/src/ledger/memory/manual-clock';
import { goodStanding } from '../../packages/testing/src/ledger/reads';
import { projections } from '../../projections/all';
import { findPublicLink } from '../../read-models/partners/links';
import { doOldCursorsHold } from '../../read-models/webhooks/partner-feed';
import { chainRules } from '../../src/bin/chains/chain-rules';
import type { HttpDeps } from '../../src/http/deps';
import { createHttpApp } from '../../src/http/server';
import { createCredentials } from '../../src/reads/credentials';
import { peggedWithdraw } from '../../src/reads/pegged-withdraw';
import { findReceipt } from '../../src/reads/receipts/find-receipt';
import { createService, type Service } from '../../src/service';
import type { ServicePorts } from '../../src/service-ports';
import codes from '../data/codes.json';
import { NO_LIMITS } from '../doubles/limits';
import { createNotedOrders } from '../doubles/noted-orders';
import { offering } from '../doubles/scripted-provider';
import { memorySandbox } from '../infra/providers/memory-sandbox';
import { LOGIN_NETWORKS } from '../stores/login-networks';
import { CATALOG_ANSWER, catalog } from './catalog';
import { openHttpDatabase } from './http-database';
import { worldMembers } from './members/world-members';
import { projectorOver } from './projector-over';

const nothing = (): void => undefined;
export const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing } as unknown as Logger;

export const JWT_KEYS = parseJwtKeys(`first:${randomBytes(32).toString('base64url')}`);

const codeNamed = (name: string): string => {
  const found = codes.payable.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`codes.json has no ${name}`);
  return found.code;
};

/** R$ 30.00. */
export const FIXED_CODE = codeNamed('qitech-static-amount');
/** Any amount. */
export const OPEN_CODE = codeNamed('bcb-static-evp');

export interface Partner {
  readonly partnerId: string;
  readonly apiKey: string;
  readonly hmacSecret: string;
  readonly mode: Mode;
}

export interface User {
  readonly userId: string;
  readonly pubkey: string;
  readonly token: string;
  /** For the wallet's surface. */
  readonly walletToken: string;
}

export interface HttpWorld {
  readonly app: Express;
  readonly deps: HttpDeps;
  readonly service: Service;
  /** The service's dependencies, to make commands over the same stores with other settings. */
  readonly ports: ServicePorts;
  readonly clock: ReturnType<typeof manualClock>;
  readonly pool: Pool;
  /** As requests read: with READER_LIMITS. */
  readonly readerPool: Pool;
  readonly eventStore: ReturnType<typeof createMemoryEventStore>;
  /** The same world with other deps. */
  readonly appWith: (changes: Partial<HttpDeps>) => Express;
  /** Brings the read models up to the log's end, as the projector would. */
  readonly project: () => Promise<void>;
  readonly partner: (mode?: Mode) => Promise<Partner>;
  readonly user: (partner: Partner, kycStatus?: KycStatus) => Promise<User>;
  /** How many events the log has. */
  readonly eventCount: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const offered = withSimulatedNetwork(catalog);

/** The HTTP surface over the real commands, projections and queries; log and vault in memory, the rest in Postgres. */
export const createWorld = async (): Promise<HttpWorld> => {
  const { pool, readerPool, close: closeDatabase } = await openHttpDatabase(silent);
  const clock = manualClock();
  const eventStore = createMemoryEventStore();
  const query = createQuery(pool);
  const sandbox = memorySandbox(clock, { network: createSimulatedBooks(pool, clock) });
  const vault = createMemoryVault(createCipher(randomBytes(32)));
  const ports: ServicePorts = {
    ...{ eventStore, query, vault, clock, knownStreams: createKnownStreams() },
    ...{ denials: createPostgresDenials(pool), ids: randomIds, catalog: offered },
    readStanding: goodStanding(clock),
    objectionToRefund: async () => null,
    giveUpStore: (network) => unreadRows(query, network),
    priceFeeds: choosePriceFeeds([sandbox.prices]),
    expiring: createPostgresExpiringValues(pool),
    instance: { id: 'lastro', mode: 'sandbox' },
    ...{ otpSender: null, linkSender: null, isOtpRequired: false },
    ...{ signedOrders: createNotedOrders(), everyPayoutProvider: [] },
    writeChallenge: createChallengeWriter(loginSiteOf('https://pay.example/x')),
    verifyWallet: createWalletVerifier({ callContract: null, onTrouble: nothing }),
    ...{
      payoutProviders: offering(sandbox.payouts),
      payoutLanes: { inLane: (work) => work(), close: () => undefined },
    },
    redemptions: peggedRedemptionsOf([sandbox.redemption], clock),
    chargeProviders: chargeProvidersOf([sandbox.charges], clock),
    cryptoDeliveries: cryptoDeliveriesOf([sandbox.deliveries], clock),
    kycProviders: kycProvidersOf([sandbox.kyc], clock),
    documentRegistries: documentRegistriesOf([sandbox.registry], clock),
    ...{ lookupsPerDay: 1_000, creditSweeps: creditSweepsIn(query), sandboxControls: sandbox.controls },
    chainHints: createChainHints(pool),
    callbackInbox: createPostgresInbox({ pool, clock, seal: (body) => Buffer.from(body).toString('hex') }),
    ...{ cashinSettings: { defaultAssetId: null, slippageBasisPoints: 100 }, canonicalAddress, canonicalTxid },
    settings: {
      memoPrefix: 'lastro',
      quoteWindowSeconds: 300,
      minimumCents: 100n,
      maximumCents: 1_000_000n,
      floorCents: 100n,
      platformBasisPoints: 150,
      payoutAttemptDelaysMs: [],
      depositApprovalCents: 100_000n,
      heldExposureCents: 10_000_000n,
      assignmentHoldSeconds: 1_800,
      expiry: { graceSeconds: {}, ceilingSeconds: 86_400 },
    },
    refuseUrl: (url) => (url.startsWith('https://') ? null : 'must begin with https://'),
    refuseHeaders: () => null,
    ...{ workerId: 'test', alert: nothing },
  };
  const service = createService(ports);
  const keyUsage = createKeyUsage(pool, clock, silent);
  const project = projectorOver(pool, eventStore, projections);
  const tokensFor = (audience: string) => createTokens({ keys: JWT_KEYS, issuer: 'lastro', audience, clock });
  const deps: HttpDeps = {
    ...service,
    ...{ clock, ids: randomIds, logger: silent },
    credentials: createCredentials({ query, vault, ids: randomIds }),
    ...createScopedReaders(readerPool),
    waitUntilApplied: async () => {
      await project();
      return true;
    },
    isUnavailable,
    tokens: { v1: tokensFor('v1'), wallet: tokensFor('wallet') },
    nonces: createPostgresNonces(pool),
    idempotency: createIdempotencyKeys(pool),
    limits: createRateLimits(NO_LIMITS),
    ...{ keyUsage, catalog: CATALOG_ANSWER, members: worldMembers(ports, pool) },
    ...{ instance: ports.instance, loginNetworks: LOGIN_NETWORKS, sandboxControls: sandbox.controls },
    ...chainRules(offered),
    peggedWithdraw: peggedWithdraw(ports),
    readiness: async () => ({ ready: true, checks: { postgres: { ok: true, detail: 'answers' } } }),
    callbacks: {
      ...{ sources: [], store: ports.callbackInbox.store, mayStore: () => true, onStored: nothing },
      authorize: async () => false,
    },
    links: { find: (code) => findPublicLink(query, code, clock.iso()), open: vault.open },
    receiptPages: { ...createReceiptTokens(randomBytes(32)), find: findReceipt(eventStore) },
    ...{ seal: vault.seal, openAll: vault.openAll, doOldCursorsHold: () => doOldCursorsHold(query) },
    instructionFor: ({ receiver, memo }) => ({ to: receiver, data: memo }),
    settings: {
      ...{ publicBaseUrl: null, trustedProxies: [] },
      defaultTokenTtlSeconds: 3600,
      quoteWindowSeconds: 300,
      minimumCents: 100n,
      maximumCents: 1_000_000n,
      ...{ withdrawWaitMs: 0, peggedBaseUrl: null, regulatoryRole: 'none' },
    },
  };
  const context = (): CommandContext => systemContext('test', randomUUID(), 'test');
  const partner = async (mode: Mode = 'sandbox'): Promise<Partner> => {
    const { partnerId, apiKey, hmacSecret } = await service.onboardPartner({ name: 'Acme', mode }, context());
    await project();
    return { partnerId, apiKey, hmacSecret, mode };
  };
  const user = async ({ partnerId, mode }: Partner, kycStatus: KycStatus = 'APPROVED'): Promise<User> => {
    const pubkey = `0x${randomBytes(20).toString('hex')}`;
    const wallet = { pubkey, blockchain: 'ethereum' };
    const owned = { ...context(), partnerId, mode };
    const { userId } = await service.registerUser({ partnerId, mode, externalUserId: null, wallet }, owned);
    await service.changeKycStatus({ userId, status: kycStatus }, context());
    await project();
    const claims = { pubkey, uid: userId, partnerId, mode };
    const token = await deps.tokens.v1.sign(claims, 3600);
    const walletToken = await deps.tokens.wallet.sign(claims, 3600);
    return { userId, pubkey, token, walletToken };
  };
  const eventCount = async (): Promise<number> => {
    const { commit } = await eventStore.head();
    return +commit.toString();
  };
  const close = async (): Promise<void> => {
    await keyUsage.close();
    await closeDatabase();
  };
  const appWith = (changes: Partial<HttpDeps>): Express => createHttpApp({ ...deps, ...changes });
  return {
    app: createHttpApp(deps),
    ...{ deps, service, ports, clock, pool, readerPool, eventStore },
    ...{ appWith, project, partner, user, eventCount, close },
  };
};

/** Keeps what was logged. */
export const spyingLogger = () => {
  const lines: { readonly level: string; readonly fields: object; readonly message: string }[] = [];
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message });
  return { lines, info: at('info'), warn: at('warn'), error: at('error') };
};
