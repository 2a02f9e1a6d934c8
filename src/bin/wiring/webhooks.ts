import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import type { Mode } from '../../../aggregates/partner/events';
import type { Sealed } from '../../../aggregates/sealed';
import { webhook } from '../../../aggregates/webhook/webhook';
import { stateOf } from '../../../commands/handling/reading/read-stream';
import type { KeyVault } from '../../../commands/ports/key-vault';
import { recordWebhookOutcome } from '../../../commands/webhook/record-webhook-outcome';
import type { Tracing } from '../../../infra/tracing/tracing';
import { createGuardedDispatcher } from '../../../infra/webhooks/destination/guarded-dispatcher';
import { createHostResolver } from '../../../infra/webhooks/destination/host-resolver';
import {
  createWebhookDispatcher,
  DISPATCHER_LIMITS,
  type WebhookDispatcher,
} from '../../../infra/webhooks/sending/dispatcher';
import {
  findPartnerSecrets,
  type PartnerSecretsRow,
  type SealedValue,
} from '../../../read-models/partners/partner-secrets';
import type { Config } from '../../config';
import { receiptUrlUnder } from '../../http/receipts/receipt-pages';
import type { ServicePorts } from '../../service-ports';
import type { Adapters } from './adapters';

const ATTEMPT_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const DNS_TIMEOUT_MS = 2_000;
const JITTER_STEPS = 1_000_000;

export const createWebhooks = (
  config: Config,
  adapters: Adapters,
  { logger, tracing }: { readonly logger: Logger; readonly tracing: Tracing },
): WebhookDispatcher => {
  const { ports, pool, policy } = adapters;
  return createWebhookDispatcher({
    pool,
    clock: ports.clock,
    owner: ports.workerId,
    headerPrefix: config.WEBHOOK_HEADER_PREFIX,
    secretsFor: liveSecrets(ports, config.WEBHOOK_GLOBAL_SECRET),
    openHeaders: openHeaders(ports.vault),
    openExternalId: ports.vault.open,
    receiptUrlOf: receiptUrlUnder(config.PUBLIC_BASE_URL ?? null, adapters.receiptTokens),
    dispatcher: createGuardedDispatcher({
      policy,
      resolveHost: createHostResolver({ timeoutMs: DNS_TIMEOUT_MS }),
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
    }),
    timeoutMs: ATTEMPT_TIMEOUT_MS,
    retryDelaysMs: config.WEBHOOK_RETRY_DELAYS_MS,
    jitter: () => randomInt(JITTER_STEPS) / JITTER_STEPS,
    ...{ logger, tracing },
    onAttempt: (report) => logger.debug(report, 'a webhook was sent'),
    isFinished: async (deliveryId) => (await stateOf(ports.eventStore, webhook, deliveryId)).status === 'CLOSED',
    recordOutcome: recordWebhookOutcome(ports),
    limits: DISPATCHER_LIMITS,
  });
};

const openHeaders =
  (vault: Pick<KeyVault, 'open'>) =>
  async (sealed: Sealed): Promise<Readonly<Record<string, string>>> => {
    const opened = await vault.open(sealed);
    return opened === null ? {} : (JSON.parse(opened) as Record<string, string>);
  };

/** The partner's own secrets, current first; the global one only for a partner without secrets. */
const liveSecrets =
  (ports: ServicePorts, globalSecret: string | undefined) =>
  async (partnerId: string, mode: Mode): Promise<readonly string[]> => {
    const row = await findPartnerSecrets(ports.query, partnerId, mode);
    const sealed = row === null ? [] : liveOf(row, ports.clock.iso());
    const opened = await Promise.all(sealed.map((secret) => ports.vault.open(secret as unknown as Sealed)));
    const own = opened.filter((secret) => secret !== null);
    return own.length > 0 || globalSecret === undefined ? own : [globalSecret];
  };

const liveOf = (row: PartnerSecretsRow, now: string): readonly SealedValue[] => {
  const previous = (row.previous_valid_until ?? '') > now ? row.previous_webhook_secret : null;
  return [row.webhook_secret, previous].filter((secret) => secret !== null);
};
