import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ExpiringValues } from '../../../commands/ports/expiring-values';
import { createPostgresExpiringValues } from '../../../infra/expiring/postgres-expiring-values';
import { createRedisExpiringValues } from '../../../infra/expiring/redis-expiring-values';
import { createReturningNonces, leaveNonces, type SharedNonces } from '../../../infra/http/nonce-stores';
import { createRateLimits, DEFAULT_LIMITS, type Limiter, type LimitsPerMinute } from '../../../infra/http/rate-limits';
import { createRedisNonces } from '../../../infra/http/redis-nonces';
import { loadRedis } from '../../../infra/redis/client';
import { connectRedis, type RedisConnection } from '../../../infra/redis/connection';
import type { Config } from '../../config';
import { NONCE_TTL_SECONDS } from '../../http/credentials/hmac-credential';

/** Null without REDIS_URL: PostgreSQL or process memory replaces Redis. */
export const openRedis = async (
  { REDIS_URL: url, INSTANCE_ID }: Config,
  logger: Logger,
): Promise<RedisConnection | null> =>
  url === undefined
    ? null
    : connectRedis({ createClient: await loadRedis(), url, prefix: `lastro:${INSTANCE_ID}:`, logger });

export const chooseExpiringValues = (redis: RedisConnection | null, pool: Pool): ExpiringValues =>
  redis === null ? createPostgresExpiringValues(pool) : createRedisExpiringValues(redis);

export const chooseNonces = (redis: RedisConnection | null, pool: Pool, logger: Logger): SharedNonces =>
  redis === null
    ? createReturningNonces({ pool, logger, ttlSeconds: NONCE_TTL_SECONDS })
    : createRedisNonces({ connection: redis, logger, leaveOtherStore: () => leaveNonces(pool) });

export const chooseLimits = (redis: RedisConnection | null, { RATE_LIMITS }: Config, logger: Logger): Limiter => {
  const given = Object.entries(RATE_LIMITS).filter(([, perMinute]) => perMinute !== undefined);
  const limits: LimitsPerMinute = { ...DEFAULT_LIMITS, ...Object.fromEntries(given) };
  return createRateLimits(limits, redis === null ? null : { connection: redis, logger });
};
