import { createMemoryBucket, type MemoryBucketOptions } from '../../../../infra/http/memory-bucket';
import {
  createRateLimits,
  DEFAULT_LIMITS,
  type Limiter,
  type LimitName,
  type LimitsPerMinute,
  waitSecondsOf,
} from '../../../../infra/http/rate-limits';
import type { RedisConnection } from '../../../../infra/redis/connection';
import { silent } from '../../../http/world';
import { connected, describeWithRedis, freePort, redisClient, startRedis, type TestRedis } from '../../../stores/redis';

/** A limiter whose answer is the wait in seconds alone. */
const waitsOf = ({ take }: Limiter) => ({
  take: async (...asked: Parameters<Limiter['take']>) => waitSecondsOf(await take(...asked)),
});

const limitsContract = (openLimits: (limits: LimitsPerMinute) => Limiter): void => {
  const open = (limits: LimitsPerMinute) => waitsOf(openLimits(limits));

  it('report the remaining requests and the end of the window to each caller', async () => {
    const { take } = openLimits({ ...DEFAULT_LIMITS, partner: 2 });
    const answers = [await take('partner', 'a'), await take('partner', 'a'), await take('partner', 'a')];
    expect(answers).toEqual([
      { limit: 2, remaining: 1, resetSeconds: expect.any(Number), isOver: false },
      { limit: 2, remaining: 0, resetSeconds: expect.any(Number), isOver: false },
      { limit: 2, remaining: 0, resetSeconds: expect.any(Number), isOver: true },
    ]);
    const seconds = answers.map((taken) => taken?.resetSeconds ?? 0);
    expect(seconds.every((each) => Number.isInteger(each) && each >= 1 && each <= 60)).toBe(true);
  });

  it('use the key’s own limit when it has one, also zero', async () => {
    const { take } = openLimits({ ...DEFAULT_LIMITS, partner: 1 });
    expect(await take('partner', 'own', 3)).toMatchObject({ limit: 3, remaining: 2 });
    expect(await take('partner', 'free', 0)).toBeNull();
    expect(await take('partner', 'any', null)).toMatchObject({ limit: 1, remaining: 0 });
    const lifted = openLimits({ ...DEFAULT_LIMITS, partner: 0 });
    expect(await lifted.take('partner', 'own', 1)).toMatchObject({ limit: 1, remaining: 0 });
    expect(await lifted.take('partner', 'any')).toBeNull();
  });

  it('accept as many requests per minute as configured, per key and per limit', async () => {
    const limits = open({ ...DEFAULT_LIMITS, cashoutPost: 2 });
    expect(await limits.take('cashoutPost', 'a')).toBeNull();
    expect(await limits.take('cashoutPost', 'a')).toBeNull();
    const waitSeconds = await limits.take('cashoutPost', 'a');
    expect(Number.isInteger(waitSeconds)).toBe(true);
    expect(waitSeconds).toBeGreaterThanOrEqual(1);
    expect(waitSeconds).toBeLessThanOrEqual(60);
    expect(await limits.take('cashoutPost', 'b')).toBeNull();
    expect(await limits.take('userGet', 'a')).toBeNull();
  });

  it('accept exactly the limit of simultaneous requests', async () => {
    const limits = open({ ...DEFAULT_LIMITS, withdraw: 5 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => limits.take('withdraw', 'crowd')));
    expect(answers.filter((wait) => wait === null)).toHaveLength(5);
  });

  it('allow a quarter of an address’s requests to fail by default', async () => {
    const limits = open({ ...DEFAULT_LIMITS, ip: 8 });
    const answers = [];
    for (let count = 0; count < 3; count += 1) answers.push(await limits.take('authFailure', 'c'));
    expect(answers).toEqual([null, null, expect.any(Number)]);
    const lifted = open({ ...DEFAULT_LIMITS, ip: 8, authFailure: 0 });
    expect(await lifted.take('authFailure', 'c')).toBeNull();
  });

  it('allow ten calls of contract wallets a minute per address, and sixty in all, by default', async () => {
    const limits = open(DEFAULT_LIMITS);
    const passed = async (limit: LimitName, count: number): Promise<number> => {
      const answers = await Promise.all(Array.from({ length: count }, () => limits.take(limit, 'caller')));
      return answers.filter((wait) => wait === null).length;
    };
    expect([await passed('walletCall', 20), await passed('walletCallInAll', 80)]).toEqual([10, 60]);
    const fewer = open({ ...DEFAULT_LIMITS, walletCall: 2 });
    const two = await Promise.all([1, 2, 3].map(() => fewer.take('walletCall', 'other')));
    expect(two.filter((wait) => wait === null)).toHaveLength(2);
    const lifted = open({ ...DEFAULT_LIMITS, walletCall: 0 });
    expect([await lifted.take('walletCall', 'other'), await lifted.take('walletCallInAll', 'other')]).toEqual([
      null,
      null,
    ]);
  });
};

describe('limits of one process', () => {
  limitsContract(createRateLimits);
});

const bucketOfOne = (options: MemoryBucketOptions) => {
  const { take } = createMemoryBucket(options);
  return { take: async (key: string) => waitSecondsOf(await take(key, 1)) };
};

describe('a bucket in memory', () => {
  it('ends within the minute, even when the clock has fractions', async () => {
    // The end 60,000 ms later is 60,000.00000000003 ms away.
    const bucket = createMemoryBucket({ now: () => 223_718.8089229782 });
    expect(await bucket.take('a', 1)).toMatchObject({ resetSeconds: 60 });
  });

  it('begins again a minute after the first request', async () => {
    let nowMs = 1_000;
    const bucket = bucketOfOne({ now: () => nowMs });
    expect(await bucket.take('a')).toBeNull();
    expect(await bucket.take('a')).toBe(60);
    nowMs += 59_500;
    expect(await bucket.take('a')).toBe(1);
    nowMs += 500;
    expect(await bucket.take('a')).toBeNull();
    expect(await bucket.take('a')).toBe(60);
  });

  it('keeps a limited number of keys, and a new key replaces the one that expires first', async () => {
    const bucket = bucketOfOne({ maximumKeys: 3, now: () => 0 });
    for (const key of ['a', 'b', 'c']) await bucket.take(key);
    expect(await bucket.take('a')).toBe(60);
    expect(await bucket.take('d')).toBeNull();
    expect([await bucket.take('b'), await bucket.take('c'), await bucket.take('d')]).toEqual([60, 60, 60]);
    expect(await bucket.take('a')).toBeNull();
  });

  it('removes ended windows before any other', async () => {
    let nowMs = 0;
    const bucket = bucketOfOne({ maximumKeys: 3, now: () => nowMs });
    await bucket.take('old');
    nowMs = 30_000;
    await bucket.take('a');
    await bucket.take('b');
    nowMs = 60_000;
    await bucket.take('c');
    expect([await bucket.take('a'), await bucket.take('b')]).toEqual([30, 30]);
  });
});

describeWithRedis('limits in Redis', () => {
  let server: TestRedis;
  let connection: RedisConnection;
  let warnings: string[];
  const logger = {
    ...silent,
    warn: (_fields: object, message: string) => warnings.push(message),
  } as unknown as typeof silent;
  const open = (limits: LimitsPerMinute): Limiter => createRateLimits(limits, { connection, logger });

  beforeEach(async () => {
    warnings = [];
    server = await startRedis(await freePort());
    connection = redisClient(server.url);
    await connected(connection);
  });
  afterEach(async () => {
    connection.close();
    await server.stop();
  });

  limitsContract(open);

  it('are shared by all processes, and count for a minute', async () => {
    const [first, second] = [waitsOf(open({ ...DEFAULT_LIMITS, ip: 2 })), waitsOf(open({ ...DEFAULT_LIMITS, ip: 2 }))];
    expect([await first.take('ip', 'a'), await second.take('ip', 'a')]).toEqual([null, null]);
    expect([await first.take('ip', 'a'), await second.take('ip', 'a')]).toEqual([
      expect.any(Number),
      expect.any(Number),
    ]);
    expect(await connection.run((client) => client.ttl('lastro:test:limit:ip:a'))).toBeGreaterThan(50);
    expect(warnings).toEqual([]);
  });

  it('continue in each process when Redis is away, with one warning', async () => {
    const limits = waitsOf(open({ ...DEFAULT_LIMITS, ip: 2 }));
    expect(await limits.take('ip', 'a')).toBeNull();
    await server.stop();
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await limits.take('ip', 'a'));
    expect(answers).toEqual([null, null, expect.any(Number), expect.any(Number)]);
    expect(warnings).toEqual(['Redis is unreachable: each process counts this limit alone']);
  });
});
