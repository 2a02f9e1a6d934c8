import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from '../logger';
import type { RedisConnection } from '../redis/connection';
import { type Bucket, createMemoryBucket, WINDOW_SECONDS } from './memory-bucket';

export interface SharedLimitsOptions {
  readonly connection: RedisConnection;
  readonly logger: Logger;
}

export interface RedisBucketOptions extends SharedLimitsOptions {
  readonly name: string;
  readonly points: number;
}

/** Counts in Redis. Without an answer of Redis it counts in this process, from nothing: one more window each, never none. */
export const createRedisBucket = ({ connection, logger, name, points }: RedisBucketOptions): Bucket => {
  const limiter = new RateLimiterRedis({
    storeClient: scriptRunner(connection),
    useRedisPackage: true,
    keyPrefix: `${connection.prefix}limit:${name}`,
    points,
    duration: WINDOW_SECONDS,
  });
  const insurance = createMemoryBucket(points);
  let isInsured = false;
  return {
    take: async (key) => {
      try {
        const wait = await waitFor(limiter, key);
        isInsured = false;
        return wait;
      } catch (error) {
        if (!isInsured) logger.warn({ err: error, limit: name }, 'Redis is away: this limit counts in each process');
        isInsured = true;
        return insurance.take(key);
      }
    },
  };
};

/** The one command that the limiter gives. */
const scriptRunner = (connection: RedisConnection) => ({
  eval: (script: string, options: { readonly keys: string[]; readonly arguments: string[] }) =>
    connection.run((client) => client.eval(script, options)),
});

const waitFor = async (limiter: RateLimiterRedis, key: string): Promise<number | null> => {
  try {
    await limiter.consume(key);
    return null;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
  }
};
