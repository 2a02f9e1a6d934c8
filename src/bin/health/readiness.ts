import type { Position } from '../../../aggregates/events';
import { sharedInFlight } from '../../../commands/timing/shared-in-flight';
import { breakerRows, type OpenBreaker } from '../../../infra/providers/breaker/breaker-rows';
import type { RedisConnection } from '../../../infra/redis/connection';
import { mustKeep } from '../../../infra/redis/server-facts';
import { inTime } from '../../../packages/event-store/timing/time-limit';
import type { Readiness } from '../../http/deps';
import { lookAtDatabaseClock } from '../running/database-clock';
import type { Workers } from '../running/workers';
import type { Adapters } from '../wiring/adapters';
import type { StoresHealth } from '../wiring/stores-health';
import {
  demanded,
  type HealthIndicator,
  indicatedBy,
  networkIndicators,
  projectionsIndicator,
  storeIndicators,
  told,
} from './indicators';
import { pairChecks } from './pair-check';

type Check = Readiness['checks'][string];

/** A slower store counts as unreachable. */
const TIMEOUT_MS = 2_000;

const STOPPING: Check = { ok: false, detail: 'stopping' };

export interface OwnState {
  readonly isStopping: () => boolean;
  /** Seconds for which signed requests are refused; 0 when accepted. */
  readonly secondsRefused: () => Promise<number>;
  readonly storesHealth: StoresHealth;
}

/** With Redis configured, nonces, challenges and codes are nowhere else. */
const REFUSED_WITHOUT_REDIS = 'signed requests and wallet log-ins are refused';

/** All processes miss a shared store: PATIENCE_MS prevents one election from emptying a load balancer. */
export const readinessOf = (adapters: Adapters, workers: Workers | null, own: OwnState) => {
  const { isStopping, secondsRefused, storesHealth } = own;
  // Anybody may ask, at any rate.
  const askStores = sharedInFlight(() => storeChecks(adapters, storesHealth, secondsRefused));
  let wasReady = false;
  return async (): Promise<Readiness> => {
    // First, however slow the stores are: a load balancer has only DRAIN_MS to notice.
    if (isStopping()) return { ready: false, checks: { service: STOPPING } };
    const { shown, ...stores } = await askStores();
    const indicators: Record<string, HealthIndicator> = {
      service: demanded(isStopping() ? STOPPING : { ok: true, detail: 'running' }),
      ...storeIndicators(stores, storesHealth, wasReady),
      projections: projectionsIndicator(storesHealth.progress, workers),
      ...networkIndicators(workers),
      ...indicatedBy(demanded, pairChecks(adapters.pair)),
      // Shown without affecting readiness: another process would serve no better.
      ...indicatedBy(told, shown),
    };
    const ready = Object.values(indicators).every(({ keepsOut }) => !keepsOut);
    wasReady ||= ready;
    return { ready, checks: indicatedBy(({ ok, detail }) => ({ ok, detail }), indicators) };
  };
};

const storeChecks = async (
  { ports, redis }: Adapters,
  storesHealth: StoresHealth,
  secondsRefused: OwnState['secondsRefused'],
) => {
  const found: { parked: readonly ParkedRow[]; head: Position | null } = { parked: [], head: null };
  const [database, eventStore, redisCheck, signedRequests, clock, breakers] = await Promise.all([
    attempt(async () => {
      found.parked = await ports.query<ParkedRow>(PARKED, [NAMED_STREAMS]);
    }),
    attempt(async () => {
      found.head = await ports.eventStore.head();
    }),
    redis === null ? null : redisCheckOf(redis),
    signedRequestsCheck(secondsRefused),
    clockCheck(ports),
    breakersCheck(ports),
  ]);
  await storesHealth.saw({ isDatabaseThere: database.ok, head: eventStore.ok ? found.head : null });
  return {
    database,
    eventStore,
    shown: { redis: redisCheck, signedRequests, clock, breakers, parked: parkedCheck(found.parked) },
  };
};

const redisCheckOf = async (redis: RedisConnection): Promise<Check> => {
  const { ok, detail } = await attempt(() =>
    redis.run((client, server) => {
      mustKeep(server);
      return client.ping();
    }),
  );
  return ok ? { ok, detail } : { ok, detail: `${detail}: ${REFUSED_WITHOUT_REDIS}` };
};

/** Null while signed requests are accepted, and when their store does not answer, which has its own check. */
const signedRequestsCheck = async (secondsRefused: OwnState['secondsRefused']): Promise<Check | null> => {
  let seconds = 0;
  await attempt(async () => {
    seconds = await secondsRefused();
  });
  if (seconds === 0) return null;
  const howLong = Number.isFinite(seconds)
    ? `for ${seconds} s more, until every old nonce has expired`
    : 'by this process';
  return { ok: false, detail: `refused ${howLong}` };
};

/** Null also when PostgreSQL does not answer, which has its own check. */
const clockCheck = async (ports: Adapters['ports']): Promise<Check | null> => {
  const found: { check: Check | null } = { check: null };
  await attempt(async () => {
    found.check = await lookAtDatabaseClock(ports);
  });
  return found.check;
};

/** Null while no breaker is open in any process, and when PostgreSQL does not answer. */
const breakersCheck = async ({ query }: Adapters['ports']): Promise<Check | null> => {
  const found: { open: readonly OpenBreaker[] } = { open: [] };
  await attempt(async () => {
    found.open = await breakerRows(query).list();
  });
  if (found.open.length === 0) return null;
  const named = new Set(found.open.map(({ provider, method, since }) => `${provider} ${method} since ${since}`));
  return { ok: false, detail: `no new orders: ${[...named].join(', ')}` };
};

interface ParkedRow {
  readonly projection: string;
  readonly stream: string;
  /** Count of all parked streams. */
  readonly total: string;
}

const PARKED = `SELECT projection, stream, count(*) OVER () AS total FROM lastro.parked_streams
  ORDER BY parked_at, projection, stream LIMIT $1`;
const NAMED_STREAMS = 5;

/** Null while nothing is parked. */
const parkedCheck = (rows: readonly ParkedRow[]): Check | null => {
  const [first] = rows;
  if (first === undefined) return null;
  const named = rows.map(({ projection, stream }) => `${projection} ${shownStream(stream)}`);
  const more = Number(first.total) > rows.length ? ', ...' : '';
  return { ok: false, detail: `${first.total} parked: ${named.join(', ')}${more}` };
};

/** Anybody may ask: full names for payments, deposits and networks, only the kind for other streams. */
const PUBLIC_STREAM = /^(?:cashout|deposit|watcher)-/;
const shownStream = (stream: string): string =>
  PUBLIC_STREAM.test(stream) ? stream : `${stream.slice(0, stream.indexOf('-') + 1)}...`;

const attempt = (work: () => Promise<unknown>): Promise<Check> => {
  const asked = work().then(
    (): Check => ({ ok: true, detail: 'answers' }),
    (): Check => ({ ok: false, detail: 'away' }),
  );
  return inTime(TIMEOUT_MS, asked, (): Check => ({ ok: false, detail: 'no answer' }));
};
