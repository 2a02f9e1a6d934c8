import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createKnownStreams } from '../../../commands/handling/reading/known-streams';
import type { EventStore } from '../../../commands/ports/event-store';
import type { IdentityDigest } from '../../../commands/ports/providers/identity-provider';
import { alertRows } from '../../../infra/alerts/alert-rows';
import { createAlerts } from '../../../infra/alerts/alerts';
import { createPostgresInbox } from '../../../infra/callbacks/postgres-inbox';
import type { LocalNetwork } from '../../../infra/catalog/local-network';
import { createPostgresSignedOrders } from '../../../infra/chains/evm/signing/postgres-signed-orders';
import { createChainReader } from '../../../infra/chains/families';
import type { SimulatedBooks } from '../../../infra/chains/simulated/books';
import { createSimulatedBooks } from '../../../infra/chains/simulated/books-postgres';
import { createChainHints } from '../../../infra/chains/stores/hint-rows';
import { createStandings } from '../../../infra/chains/stores/standing';
import { unreadRows } from '../../../infra/chains/stores/unread-rows';
import { systemClock } from '../../../infra/clock';
import { createPostgresDenials } from '../../../infra/denials/postgres-denials';
import { guardedStore } from '../../../infra/event-store/guarded-store';
import type { Limiter } from '../../../infra/http/rate-limits';
import { randomIds } from '../../../infra/ids';
import type { Pair } from '../../../infra/pair/pair';
import { createQuery } from '../../../infra/postgres/query';
import type { ScopedReaders } from '../../../infra/postgres/scoped-query';
import type { TickMemory } from '../../../infra/prices/tick-memory';
import { createStreamWatch } from '../../../infra/projections/faulty/stream-watch';
import { createPositionBoard, type PositionBoard } from '../../../infra/projections/waiting/wait';
import type { EvmSigners } from '../../../infra/providers/evm-signers';
import { createReads, type Reads } from '../../../infra/providers/http/reads';
import { createSandboxBook } from '../../../infra/providers/sandbox/book/sandbox-book-postgres';
import { postCallback } from '../../../infra/providers/sandbox/callback-wire';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../infra/providers/sandbox/sandbox';
import { createWriteProof, provedStore, type WriteProof } from '../../../infra/readiness/write-proof';
import type { RedisConnection } from '../../../infra/redis/connection';
import { createIdentityDigest } from '../../../infra/security/identity-digest';
import { createReceiptTokens, type ReceiptTokens } from '../../../infra/security/receipt-tokens';
import { type Cipher, createCipher } from '../../../infra/vault/keys/cipher';
import { createPostgresVault } from '../../../infra/vault/postgres-vault';
import { sealValue } from '../../../infra/vault/sealed-values';
import type { RestorableVault } from '../../../infra/vault/vault';
import { type AddressPolicy, createAddressPolicy } from '../../../infra/webhooks/destination/address-guard';
import { destinationRules } from '../../../infra/webhooks/destination/destination-rules';
import { projections } from '../../../projections/all';
import type { Query } from '../../../read-models/table';
import type { Config } from '../../config';
import type { ServicePorts } from '../../service-ports';
import { type Offer, readOffer } from '../chains/networks';
import { readingOf } from '../chains/reading';
import { refundOnChain } from '../chains/refund-on-chain';
import { openSigners } from '../chains/signers';
import { tellingLargeAppends } from '../stores/large-appends';
import { type OpenedPair, openPair } from '../stores/pair';
import { openPools } from '../stores/pools';
import { openPrepared } from '../stores/prepared-database';
import { chooseExpiringValues, chooseLimits, openRedis } from '../stores/redis';
import { readSecrets, type Secrets, type Stores } from '../stores/stores';
import { alertOfParked } from './alert-sweeper';
import { type Bank, bankPorts, banksIn } from './banks/banks';
import { keepBreakers, WORKER_ID } from './banks/keep-breakers';
import { type Identity, identitiesIn, kycPorts } from './identity/identities';
import { NOBODY_OBSERVES, type Observing, observedStore } from './observing';
import { marketOf, type Priced, priceFeedsOf, readPriced } from './prices/prices';
import { cashinRules, providerPorts } from './providers';
import { openWalletLogin } from './wallet-login';

export interface Adapters {
  readonly ports: ServicePorts;
  readonly offer: Offer;
  readonly secrets: Secrets;
  /** For requests; times out after 3 s. */
  readonly pool: Pool;
  /** For reads of requests; times out after 3 s. */
  readonly readers: ScopedReaders;
  /** For reads of the operators' routes; null when the process has none. */
  readonly operatorsQuery: Query | null;
  readonly projectionPool: Pool;
  readonly batchPool: Pool;
  /** Null without REDIS_URL. */
  readonly redis: RedisConnection | null;
  readonly limits: Limiter;
  readonly board: PositionBoard;
  /** Without the guard, for projections; `ports.eventStore` is for decisions. */
  readonly eventLog: EventStore;
  /** Starts at the first append, unless started before. */
  readonly pair: Pair;
  readonly eventStoreCounters: OpenedPair['eventStoreCounters'];
  readonly writes: WriteProof;
  readonly policy: AddressPolicy;
  readonly sandbox: Sandbox;
  readonly simulated: SimulatedBooks;
  readonly priced: Priced;
  readonly banks: readonly Bank[];
  readonly identities: readonly Identity[];
  readonly priceTicks: TickMemory;
  readonly reads: Reads;
  readonly signers: EvmSigners;
  readonly vault: RestorableVault;
  readonly cipher: Cipher;
  readonly receiptTokens: ReceiptTokens;
  readonly identityDigest: IdentityDigest;
  readonly close: () => Promise<void>;
}

export interface AdapterOptions {
  readonly config: Config;
  readonly stores: Stores;
  readonly logger: Logger;
  readonly localChains: readonly LocalNetwork[];
  /** URL of this process, which the sandbox's providers call. Null without a listener: then no provider calls. */
  readonly url: string | null;
  readonly observing?: Observing;
}

export const openAdapters = async (options: AdapterOptions): Promise<Adapters> => {
  const { config, stores, logger, observing = NOBODY_OBSERVES } = options;
  const [offer, priced] = [readOffer(config, options.localChains), readPriced(config)];
  const [secrets, reads] = [readSecrets(config), createReads()];
  const [cipher, given] = [createCipher(...secrets.masterKeys), { config, ...priced, reads, logger }];
  const [banks, identities] = [banksIn(given), identitiesIn(given)];
  const prepared = { config, stores, logger, cipher, hasOpsDoor: config.hasOpsDoor && options.url !== null };
  const { keys, ...database } = await openPrepared(prepared);
  const { end: endPools, ...pools } = openPools(stores.databaseUrl, database, logger);
  const [{ pool }, redis] = [pools, await openRedis(config, logger)];
  const { pair, eventStoreCounters, close: closePair } = await openPair(stores, logger);
  const [policy, writes] = [createAddressPolicy(config.WEBHOOK_ALLOW_CIDRS), createWriteProof()];
  const [vault, simulated] = [openVault(pool, cipher), createSimulatedBooks(pool, systemClock)];
  const sandbox = openSandbox(options, { pool, network: simulated, secrets, kycKey: keys.sandboxKyc });
  const [limits, onChange] = [chooseLimits(redis, config, logger), keepBreakers(pool, logger)];
  const login = await openWalletLogin(config, offer, limits, logger);
  const alerts = createAlerts({ rows: alertRows(createQuery(pool)), clock: systemClock, ids: randomIds, logger });
  const signers = openSigners({ config, offer, pool, logger, alert: alerts.alert });
  const streams = createStreamWatch({ pool, projections, logger, onParked: alertOfParked(alerts.alert) });
  const [guarded, expiring] = [guardedStore(pair.store, streams), chooseExpiringValues(redis, pool)];
  const market = marketOf(offer, pool, alerts.alert);
  const simulators = { ...sandbox, ...bankPorts(banks, offer.catalog, { expiring, vault, onChange }) };
  return {
    ports: {
      eventStore: tellingLargeAppends(provedStore(observedStore(guarded, observing), writes), alerts.alert),
      knownStreams: createKnownStreams(),
      ...tablePorts(pool),
      ...{ vault, clock: systemClock, ids: randomIds, catalog: offer.catalog },
      priceFeeds: priceFeedsOf(priced, market, sandbox.prices),
      expiring,
      ...{ ...login.ports, ...kycPorts(config, sandbox, identities) },
      ...{ ...cashinRules(config, pool), ...providerPorts(simulators, signers, pair, observing.tracing) },
      callbackInbox: createPostgresInbox({ pool, clock: systemClock, seal: sealingOf(keys.callbacks) }),
      sandboxControls: sandbox.controls,
      objectionToRefund: refundsOf(options, { offer, signers, simulated }),
      ...{ settings: settingsOf(config, offer), ...destinationRules(config.WEBHOOK_HEADER_PREFIX, policy) },
      ...{ workerId: WORKER_ID, alert: alerts.alert },
    },
    ...{ ...pools, offer, secrets, redis, limits, policy, sandbox, vault, cipher, pair, writes },
    ...{ simulated, priced, banks, identities, reads, signers, eventStoreCounters, priceTicks: market.ticks },
    ...{ receiptTokens: createReceiptTokens(keys.receipts), board: createPositionBoard(), eventLog: pair.store },
    identityDigest: createIdentityDigest(keys.identities),
    close: async () => {
      redis?.close();
      await Promise.all([alerts.close(), login.close(), signers.close(), reads.close()]);
      await closePair();
      await endPools();
    },
  };
};

type TablePorts = Pick<
  ServicePorts,
  'query' | 'denials' | 'readStanding' | 'giveUpStore' | 'signedOrders' | 'chainHints'
>;

const tablePorts = (pool: Pool): TablePorts => ({
  query: createQuery(pool),
  denials: createPostgresDenials(pool),
  readStanding: createStandings(createQuery(pool), systemClock),
  giveUpStore: (network) => unreadRows(createQuery(pool), network),
  signedOrders: createPostgresSignedOrders(pool),
  chainHints: createChainHints(pool),
});

const openVault = (pool: Pool, cipher: Cipher): RestorableVault =>
  createPostgresVault({ pool, cipher, clock: systemClock });

const refundsOf = (
  { config, logger }: AdapterOptions,
  { offer, signers, simulated: books }: Pick<Adapters, 'offer' | 'signers' | 'simulated'>,
): ServicePorts['objectionToRefund'] =>
  refundOnChain({
    ...{ networks: offer.networks, assets: offer.catalog.assets, memoPrefix: config.MEMO_PREFIX, signers, logger },
    openReader: readingOf({ books, clock: systemClock, settleMs: config.SANDBOX_SETTLE_MS }, createChainReader),
  });

type SandboxParts = Pick<Adapters, 'pool' | 'secrets'> & Pick<SandboxOptions, 'network' | 'kycKey'>;

const openSandbox = ({ config, logger, url }: AdapterOptions, { pool, secrets, ...parts }: SandboxParts): Sandbox => {
  const calling = { secret: secrets.sandboxCallbacks[0], post: postCallback(url ?? '') };
  return createSandbox({
    ...{ ...parts, book: createSandboxBook(pool), clock: systemClock, ids: randomIds },
    settleDelayMs: config.SANDBOX_SETTLE_MS,
    calling: { ...calling, onTrouble: (message) => logger.warn(message) },
  });
};

/** A body may be no text, and is not read again by the service. */
const sealingOf =
  (key: Buffer) =>
  (body: Uint8Array): string =>
    JSON.stringify(sealValue(key, 'callbacks', Buffer.from(body).toString('base64')));

const settingsOf = (config: Config, { networks }: Offer): ServicePorts['settings'] => {
  const [minimumCents = 0, maximumCents = 0] = config.AMOUNT_LIMITS_CENTS;
  return {
    memoPrefix: config.MEMO_PREFIX,
    quoteWindowSeconds: config.QUOTE_WINDOW_SECONDS,
    minimumCents: BigInt(minimumCents),
    maximumCents: BigInt(maximumCents),
    floorCents: BigInt(config.FEE_FLOOR_CENTS),
    platformBasisPoints: config.FEE_BASIS_POINTS,
    payoutAttemptDelaysMs: config.PAYOUT_ATTEMPT_DELAYS_MS,
    depositApprovalCents: BigInt(config.DEPOSIT_APPROVAL_CENTS),
    heldExposureCents: BigInt(config.HELD_EXPOSURE_CENTS),
    assignmentHoldSeconds: config.ASSIGNMENT_HOLD_SECONDS,
    expiry: {
      graceSeconds: Object.fromEntries(networks.map(({ name, expiryGraceSeconds }) => [name, expiryGraceSeconds])),
      ceilingSeconds: config.EXPIRY_CEILING_SECONDS,
    },
  };
};
