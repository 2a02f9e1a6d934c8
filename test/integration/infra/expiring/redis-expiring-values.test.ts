import { createRedisExpiringValues } from '../../../../infra/expiring/redis-expiring-values';
import type { RedisConnection } from '../../../../infra/redis/connection';
import { isRedisUnavailable } from '../../../../infra/redis/unavailable';
import { expiringValuesContract } from '../../../infra/expiring/expiring-values-contract';
import { connected, describeWithRedis, freePort, redisClient, startRedis, type TestRedis } from '../../../stores/redis';

describeWithRedis('expiring values in Redis', () => {
  let server: TestRedis;
  let port: number;
  let connections: readonly [RedisConnection, RedisConnection];

  beforeAll(async () => {
    port = await freePort();
    server = await startRedis(port);
    connections = [redisClient(server.url), redisClient(server.url)];
    await Promise.all(connections.map(connected));
  });
  afterAll(async () => {
    for (const connection of connections) connection.close();
    await server.stop();
  });

  const place = (key: string, runId: string): string => `lastro:test:value:${runId}:${key}`;

  expiringValuesContract(() => ({
    first: createRedisExpiringValues(connections[0]),
    second: createRedisExpiringValues(connections[1]),
    expire: async (key) => {
      await connections[0].run((client, { runId }) => client.pExpire(place(key, runId), 0));
    },
    secondsLeft: (key) =>
      connections[0].run(async (client, { runId }) => (await client.pTTL(place(key, runId))) / 1_000),
  }));

  it('are not readable on a server that copied them from another', async () => {
    const values = createRedisExpiringValues(connections[0]);
    await connections[0].run((client) => client.set(place('copied', 'another-run'), 'a'));
    expect(await values.read('copied')).toBeNull();
    expect(await values.take('copied', 'a')).toBe(false);
  });

  it('are refused while the server is away, and answered again when it returns', async () => {
    const values = createRedisExpiringValues(connections[0]);
    await values.put('kept', 'a', 300);
    await server.stop();
    const failed = await values.take('kept', 'a').catch((error: unknown) => error);
    expect(isRedisUnavailable(failed)).toBe(true);
    server = await startRedis(port);
    const again = redisClient(server.url);
    await connected(again);
    expect(await createRedisExpiringValues(again).take('kept', 'a')).toBe(false);
    again.close();
  });
});

describeWithRedis('a Redis that may evict', () => {
  it('refuses values that must be kept', async () => {
    const server = await startRedis(await freePort(), ['--maxmemory', '50mb', '--maxmemory-policy', 'volatile-lru']);
    const connection = redisClient(server.url);
    await connected(connection);
    const failed = createRedisExpiringValues(connection).put('a', 'b', 10);
    await expect(failed).rejects.toThrow('maxmemory-policy noeviction');
    connection.close();
    await server.stop();
  });
});
