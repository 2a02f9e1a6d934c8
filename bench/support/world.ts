import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { isAfter } from '../../aggregates/events';
import { systemClock } from '../../infra/clock';
import { type OpenedEventStore, openEventStore } from '../../infra/event-store/open-event-store';
import { readCheckpoints } from '../../infra/projections/waiting/checkpoints';
import { parseJwtKeys } from '../../infra/security/jwt-keys';
import { createTokens } from '../../infra/security/tokens';
import { readSecrets } from '../../src/bin/stores';
import { appendAll, PARTNER, propose } from '../seeds/ledger';
import type { Order } from '../seeds/order';
import { quoteStream, quoteTerms } from '../seeds/quotes';
import { approvedUserStream, partnerStream } from '../seeds/users';
import { type BenchService, type ServiceOptions, startService } from './service';
import type { Site } from './site';

/** A running service with approved users, who can be given quotes. */
export interface World {
  readonly service: BenchService;
  readonly userIds: readonly string[];
  /** By number of the user. */
  readonly tokens: readonly string[];
  /** Issues quotes for the users in turn; answers them when every projection knows. */
  readonly issueQuotes: (count: number) => Promise<readonly Order[]>;
  /** Until no projection has anything left to do. */
  readonly untilProjected: () => Promise<void>;
  /** From now on nothing is paid for any of the users. */
  readonly blockUsers: () => Promise<void>;
  readonly eventStore: OpenedEventStore;
}

const TOKEN_TTL_SECONDS = 6 * 3_600;
const DEADLINE_MS = 10_000;
const PROJECTED_TIMEOUT_MS = 120_000;
const POLL_MS = 50;

export const openWorld = async (site: Site, userCount: number, options: ServiceOptions = {}): Promise<World> => {
  const service = await startService(site, options);
  const eventStore = openEventStore(service, { deadlineMs: DEADLINE_MS, logger: { warn: () => undefined } });
  site.onLeave(eventStore.close);
  const pool = new Pool({ connectionString: service.databaseUrl, max: 2 });
  site.onLeave(() => pool.end());
  const userIds = Array.from({ length: userCount }, () => randomUUID());
  const untilProjected = (): Promise<void> => waitUntilProjected(pool, eventStore);
  await appendAll(eventStore, [partnerStream(), ...userIds.map(approvedUserStream)]);
  await untilProjected();
  let issued = 0;
  const issueQuotes = async (count: number): Promise<readonly Order[]> => {
    const orders = Array.from({ length: count }, (_, index) => (issued + index) % userCount);
    const terms = orders.map((user) => quoteTerms(userIds[user] ?? ''));
    issued += count;
    await appendAll(eventStore, terms.map(quoteStream));
    await untilProjected();
    return terms.map(({ quoteId, intentId }, index) => ({ quoteId, intentId, user: orders[index] ?? 0 }));
  };
  const blockUsers = async (): Promise<void> => {
    await Promise.all(userIds.map((userId) => block(eventStore, userId)));
    await untilProjected();
  };
  const tokens = await signTokens(service, userIds);
  return { service, userIds, tokens, issueQuotes, untilProjected, blockUsers, eventStore };
};

/** Behind the two events that made the user. */
const LAST_REVISION = 1;

const block = async (eventStore: OpenedEventStore, userId: string): Promise<void> => {
  const data = { userId, reason: 'held for a measurement', blockedAt: new Date().toISOString() };
  const event = propose({ type: 'UserBlocked', data }, null, randomUUID());
  const { outcome } = await eventStore.append(`user-${userId}`, LAST_REVISION, [event]);
  if (outcome !== 'appended') throw new Error(`${userId} could not be blocked: ${outcome}`);
};

const waitUntilProjected = async (pool: Pool, eventStore: OpenedEventStore): Promise<void> => {
  const head = await eventStore.head();
  for (let waitedMs = 0; waitedMs < PROJECTED_TIMEOUT_MS; waitedMs += POLL_MS) {
    const checkpoints = [...(await readCheckpoints(pool)).values()];
    if (checkpoints.length > 0 && checkpoints.every(({ position }) => !isAfter(head, position))) return;
    await pause(POLL_MS);
  }
  throw new Error('The projections do not catch up');
};

/** The very tokens that `POST /auth/token` would give. */
const signTokens = ({ config }: BenchService, userIds: readonly string[]): Promise<readonly string[]> => {
  const keys = parseJwtKeys(readSecrets(config).jwtKeys);
  const issuer = createTokens({ keys, issuer: config.INSTANCE_ID, audience: 'v1', clock: systemClock });
  return Promise.all(userIds.map((uid) => issuer.sign({ uid, pubkey: null, ...PARTNER }, TOKEN_TTL_SECONDS)));
};
