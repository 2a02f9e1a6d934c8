import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { systemClock } from '../../infra/clock';
import { type OpenedEventStore, openEventStore } from '../../infra/event-store/open-event-store';
import { parseJwtKeys } from '../../infra/security/jwt-keys';
import { createTokens } from '../../infra/security/tokens';
import { readSecrets } from '../../src/bin/stores/stores';
import { appendAll, PARTNER, propose } from '../seeds/ledger';
import type { Order } from '../seeds/order';
import { quoteStream, quoteTerms } from '../seeds/quotes';
import { approvedUserStream, partnerStream } from '../seeds/users';
import { createRest, type Rest } from './rest';
import { type BenchService, type ServiceOptions, startService } from './service';
import type { Site } from './site';

/** A running service with approved users, who can be given quotes. */
export interface World extends Rest {
  readonly service: BenchService;
  readonly userIds: readonly string[];
  readonly tokens: readonly string[];
  /** Issues quotes for the users in turn; answers them when every projection knows. */
  readonly issueQuotes: (count: number) => Promise<readonly Order[]>;
  /** From now on nothing is paid for any of the users. */
  readonly blockUsers: () => Promise<void>;
  readonly eventStore: OpenedEventStore;
}

const TOKEN_TTL_SECONDS = 6 * 3_600;
const DEADLINE_MS = 10_000;

export const openWorld = async (site: Site, userCount: number, options: ServiceOptions = {}): Promise<World> => {
  const service = await startService(site, options);
  const eventStore = openEventStore(service, { deadlineMs: DEADLINE_MS, logger: { warn: () => undefined } });
  site.onLeave(eventStore.close);
  const pool = new Pool({ connectionString: service.databaseUrl, max: 2 });
  site.onLeave(() => pool.end());
  const userIds = Array.from({ length: userCount }, () => randomUUID());
  const rest = createRest({ pool, eventStore, expiryCeilingSeconds: service.config.EXPIRY_CEILING_SECONDS });
  await appendAll(eventStore, [partnerStream(), ...userIds.map(approvedUserStream)]);
  await rest.untilProjected();
  let issued = 0;
  const issueQuotes = async (count: number): Promise<readonly Order[]> => {
    const orders = Array.from({ length: count }, (_, index) => (issued + index) % userCount);
    const terms = orders.map((user) => quoteTerms(userIds[user] ?? ''));
    issued += count;
    await appendAll(eventStore, terms.map(quoteStream));
    await rest.untilProjected();
    return terms.map(({ quoteId, intentId }, index) => ({ quoteId, intentId, user: orders[index] ?? 0 }));
  };
  const blockUsers = async (): Promise<void> => {
    await Promise.all(userIds.map((userId) => block(eventStore, userId)));
    await rest.untilProjected();
  };
  const tokens = await signTokens(service, userIds);
  return { ...rest, service, userIds, tokens, issueQuotes, blockUsers, eventStore };
};

/** Behind the two events that made the user. */
const LAST_REVISION = 1;

const block = async (eventStore: OpenedEventStore, userId: string): Promise<void> => {
  const data = { userId, reason: 'held for a measurement', blockedAt: new Date().toISOString() };
  const event = propose({ type: 'UserBlocked', data }, null, randomUUID());
  const { outcome } = await eventStore.append(`user-${userId}`, LAST_REVISION, [event]);
  if (outcome !== 'appended') throw new Error(`${userId} could not be blocked: ${outcome}`);
};

/** The very tokens that `POST /auth/token` would give. */
const signTokens = ({ config }: BenchService, userIds: readonly string[]): Promise<readonly string[]> => {
  const keys = parseJwtKeys(readSecrets(config).jwtKeys);
  const issuer = createTokens({ keys, issuer: config.INSTANCE_ID, audience: 'v1', clock: systemClock });
  return Promise.all(userIds.map((uid) => issuer.sign({ uid, pubkey: null, ...PARTNER }, TOKEN_TTL_SECONDS)));
};
