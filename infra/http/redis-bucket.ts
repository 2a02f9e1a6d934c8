import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Logger } from '../logger';
import type { RedisConnection } from '../redis/connection';
import { type Bucket, createMemoryBucket, takenOf, WINDOW_SECONDS } from './memory-bucket';

export interface SharedLimitsOptions {
  readonly connection: RedisConnection;
  readonly logger: Logger;
}

export interface RedisBucketOptions extends SharedLimitsOptions {
  readonly name: string;
}

/** If Redis does not answer, counts in this process from zero: one extra window per process, never unlimited. */
export const createRedisBucket = ({ connection, logger, name }: RedisBucketOptions): Bucket => {
  const limiter = new RateLimiterRedis({
    storeClient: scriptRunner(connection),
    useRedisPackage: true,
    keyPrefix: `${connection.prefix}limit:${name}`,
    // Limits differ by key, so the caller compares.
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_SECONDS,
  });
  const insurance = createMemoryBucket();
  let isInsured = false;
  return {
    take: async (key, points) => {
      try {
        const { consumedPoints, msBeforeNext } = await limiter.consume(key);
        isInsured = false;
        return takenOf(points, consumedPoints, msBeforeNext);
      } catch (error) {
        if (!isInsured)
          logger.warn({ err: error, limit: name }, 'Redis is unreachable: each process counts this limit alone');
        isInsured = true;
        return insurance.take(key, points);
      }
    },
  };
};

const scriptRunner = (connection: RedisConnection) => ({
  eval: (script: string, options: { readonly keys: string[]; readonly arguments: string[] }) =>
    connection.run((client) => client.eval(script, options)),
});
