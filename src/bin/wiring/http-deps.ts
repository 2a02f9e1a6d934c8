import type { Logger } from 'pino';
import { publicCatalog } from '../../../infra/catalog/public-catalog';
import { createIdempotencyKeys } from '../../../infra/http/idempotency';
import { type ApiKeyUsage, createKeyUsage } from '../../../infra/http/key-usage';
import { createPartnerRequests, type PartnerRequests } from '../../../infra/http/requests/partner-requests';
import { parseJwtKeys } from '../../../infra/security/jwt-keys';
import { createTokens } from '../../../infra/security/tokens';
import { rememberVerified } from '../../../infra/security/verified-tokens';
import { findPublicLink } from '../../../read-models/partners/links';
import { doOldCursorsHold } from '../../../read-models/webhooks/partner-feed';
import type { Config } from '../../config';
import type { Surface } from '../../credentials';
import { ttlSecondsOf } from '../../http/credentials/token-ttl';
import type { HttpDeps, Readiness } from '../../http/deps';
import type { RequestWatch } from '../../http/request-watch';
import { createCredentials } from '../../reads/credentials';
import { peggedWithdraw } from '../../reads/pegged-withdraw';
import { findReceipt } from '../../reads/receipts/find-receipt';
import type { Service } from '../../service';
import { chainRules } from '../chains/chain-rules';
import { isStoreAway } from '../stores/store-away';
import type { Adapters } from './adapters';

export interface HttpDepsOptions {
  readonly config: Config;
  readonly adapters: Adapters;
  readonly service: Service;
  readonly logger: Logger;
  readonly readiness: () => Promise<Readiness>;
  readonly nonces: HttpDeps['nonces'];
  readonly requestWatch: RequestWatch | undefined;
  readonly callbacks: HttpDeps['callbacks'];
  readonly members: HttpDeps['members'];
}

/** With the remaining work and the network, an answer stays below 10 s; a server that stops waits 8.5 s. */
const WITHDRAW_WAIT_MS = 8_000;

/** Deps of the HTTP surface; `close` writes the entries that are still buffered in memory. */
export const createHttpDeps = (
  options: HttpDepsOptions,
): { readonly deps: HttpDeps; readonly close: () => Promise<void> } => {
  const { config, adapters, service, logger, readiness, nonces, requestWatch, callbacks, members } = options;
  const { ports, pool, readers, secrets, board, offer } = adapters;
  const { clock } = ports;
  const keyUsage: ApiKeyUsage = createKeyUsage(pool, clock, logger);
  const requests = createPartnerRequests(pool, clock, logger);
  const keys = parseJwtKeys(secrets.jwtKeys);
  const tokensFor = (audience: Surface) =>
    rememberVerified(createTokens({ keys, issuer: config.INSTANCE_ID, audience, clock }), clock);
  const deps: HttpDeps = {
    ...service,
    ...{ logger, clock, keyUsage, readiness, callbacks, members },
    requestWatch: { ended: noting(requests, requestWatch), follow: requestWatch?.follow ?? null },
    ids: ports.ids,
    sandboxControls: ports.sandboxControls,
    credentials: createCredentials(ports),
    ...readers,
    waitUntilApplied: board.waitUntilApplied,
    isUnavailable: isStoreAway,
    tokens: { v1: tokensFor('v1'), wallet: tokensFor('wallet') },
    nonces,
    idempotency: createIdempotencyKeys(pool),
    limits: adapters.limits,
    catalog: publicCatalog(offer.catalog, offer.networks),
    instance: ports.instance,
    peggedWithdraw: peggedWithdraw(ports),
    loginNetworks: offer.loginNetworks,
    ...chainRules(offer.catalog),
    links: {
      find: (code) => findPublicLink(ports.query, code, clock.iso()),
      open: ports.vault.open,
    },
    receiptPages: { ...adapters.receiptTokens, find: findReceipt(ports.eventStore) },
    doOldCursorsHold: () => doOldCursorsHold(ports.query),
    ...{ seal: ports.vault.seal, openAll: ports.vault.openAll },
    settings: settingsOf(config, ports.settings),
  };
  return {
    deps,
    close: async () => {
      await Promise.all([keyUsage.close(), requests.close()]);
    },
  };
};

const settingsOf = (
  config: Config,
  { quoteWindowSeconds, minimumCents, maximumCents }: Adapters['ports']['settings'],
): HttpDeps['settings'] => ({
  publicBaseUrl: config.PUBLIC_BASE_URL ?? null,
  trustedProxies: config.TRUSTED_PROXIES,
  defaultTokenTtlSeconds: ttlSecondsOf(config.TOKEN_TTL_DEFAULT) ?? 0,
  ...{ quoteWindowSeconds, minimumCents, maximumCents },
  withdrawWaitMs: WITHDRAW_WAIT_MS,
  peggedBaseUrl: config.PEGGED_BASE_URL ?? null,
  regulatoryRole: config.REGULATORY_ROLE ?? 'none',
});

const noting =
  (requests: PartnerRequests, watch: RequestWatch | undefined): RequestWatch['ended'] =>
  (request) => {
    requests.note(request);
    watch?.ended(request);
  };
