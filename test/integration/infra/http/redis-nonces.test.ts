import { createRedisNonces } from '../../../../infra/http/redis-nonces';
import type { RedisConnection } from '../../../../infra/redis/connection';
import { isRedisUnavailable } from '../../../../infra/redis/unavailable';
import { silent } from '../../../http/world';
import { connected, describeWithRedis, freePort, redisClient, startRedis, type TestRedis } from '../../../stores/redis';
import { noncesContract, TTL_SECONDS } from './nonces-contract';

const MARKER = 'lastro:test:nonces:server';
const REFUSAL = /signed requests are refused for \d+ s more/;

/** By the server's clock. */
const secondsOn = async (connection: RedisConnection): Promise<number> => {
  const [seconds] = await connection.run((client) => client.sendCommand<string[]>(['TIME']));
  return Number(seconds);
};

describeWithRedis('nonces in Redis', () => {
  let server: TestRedis;
  let port: number;
  const opened: RedisConnection[] = [];
  const open = async (): Promise<RedisConnection> => {
    const connection = redisClient(server.url);
    opened.push(connection);
    await connected(connection);
    return connection;
  };
  const noncesOn = (connection: RedisConnection, isFirst: boolean) =>
    createRedisNonces({
      ...{ connection, logger: silent },
      leaveOtherStore: async () => ({ isFirst, isBlind: false }),
    });

  beforeEach(async () => {
    port = await freePort();
    server = await startRedis(port);
  });
  afterEach(async () => {
    for (const connection of opened.splice(0)) connection.close();
    await server.stop();
  });

  describe('claimed by two processes', () => {
    let both: readonly [ReturnType<typeof createRedisNonces>, ReturnType<typeof createRedisNonces>];
    beforeEach(async () => {
      both = [noncesOn(await open(), true), noncesOn(await open(), true)];
    });
    noncesContract(() => both);
  });

  it('are kept for the requested time, and can be claimed again afterwards', async () => {
    const connection = await open();
    const nonces = noncesOn(connection, true);
    const beforeSeconds = await secondsOn(connection);
    expect(await nonces.claim('p1', 'n1', TTL_SECONDS)).toBe(true);
    const leftSeconds = await connection.run((client) => client.ttl('lastro:test:nonce:p1:n1'));
    const passedSeconds = (await secondsOn(connection)) - beforeSeconds;
    expect(leftSeconds).toBeLessThanOrEqual(TTL_SECONDS);
    expect(leftSeconds + passedSeconds).toBeGreaterThanOrEqual(TTL_SECONDS - 1);
    await connection.run((client) => client.pExpire('lastro:test:nonce:p1:n1', 0));
    expect(await nonces.claim('p1', 'n1', TTL_SECONDS)).toBe(true);
  });

  it('are refused while the server is away', async () => {
    const nonces = noncesOn(await open(), true);
    await nonces.claim('p1', 'n1', TTL_SECONDS);
    await server.stop();
    const failures = await Promise.all(
      ['n1', 'n2'].map((nonce) => nonces.claim('p1', nonce, TTL_SECONDS).catch((error: unknown) => error)),
    );
    expect(failures.map(isRedisUnavailable)).toEqual([true, true]);
  });

  it('are refused while the server is silent, and accepted when it answers again', async () => {
    const connection = redisClient(server.url, 1_500);
    opened.push(connection);
    await connected(connection);
    const nonces = noncesOn(connection, true);
    await nonces.claim('p1', 'n1', TTL_SECONDS);
    server.freeze();
    const failed = await nonces.claim('p1', 'n2', TTL_SECONDS).catch((error: unknown) => error);
    expect(isRedisUnavailable(failed)).toBe(true);
    server.thaw();
    await connected(connection);
    expect(await nonces.claim('p1', 'n1', TTL_SECONDS)).toBe(false);
    expect(await nonces.claim('p1', 'n3', TTL_SECONDS)).toBe(true);
  });

  it('are refused by a server that started empty, as long as it may have lost them', async () => {
    const connection = await open();
    const nonces = noncesOn(connection, false);
    await connection.run((client) => client.set(MARKER, 'x'));
    await server.stop();
    server = await startRedis(port);
    await connected(connection);
    await expect(nonces.claim('p1', 'n1', TTL_SECONDS)).rejects.toThrow(REFUSAL);
    // Another process that starts now reads the same from the server, against its own knowledge.
    await expect(noncesOn(await open(), true).claim('p1', 'n2', TTL_SECONDS)).rejects.toThrow(REFUSAL);
    const sinceSeconds = (await secondsOn(connection)) - TTL_SECONDS - 2;
    await connection.run(async (client) => {
      const [runId] = String(await client.get(MARKER)).split(':');
      await client.set(MARKER, `${runId}:${sinceSeconds}`);
    });
    expect(await nonces.claim('p1', 'n1', TTL_SECONDS)).toBe(true);
    expect(await nonces.claim('p1', 'n1', TTL_SECONDS)).toBe(false);
  });

  it('are refused by a server that replaced another', async () => {
    const connection = await open();
    await connection.run((client) => client.set(MARKER, `${'0'.repeat(40)}:0`));
    const nonces = noncesOn(connection, true);
    const beforeSeconds = await secondsOn(connection);
    const refusedSeconds = await nonces.secondsRefused(TTL_SECONDS);
    const passedSeconds = (await secondsOn(connection)) - beforeSeconds;
    expect(refusedSeconds).toBeLessThanOrEqual(TTL_SECONDS + 1);
    expect(refusedSeconds + passedSeconds).toBeGreaterThanOrEqual(TTL_SECONDS);
    await expect(nonces.claim('p1', 'n1', TTL_SECONDS)).rejects.toThrow(REFUSAL);
  });

  it('are refused by a server that was emptied while its clients stayed connected', async () => {
    const connection = await open();
    let isFirst = true;
    const leaveOtherStore = async () => {
      const answer = { isFirst, isBlind: false };
      isFirst = false;
      return answer;
    };
    const nonces = createRedisNonces({ connection, logger: silent, leaveOtherStore });
    expect(await nonces.claim('p1', 'n1', TTL_SECONDS)).toBe(true);
    await connection.run((client) => client.flushAll());
    const failed = await nonces.claim('p1', 'n1', TTL_SECONDS).catch((error: unknown) => error);
    expect(isRedisUnavailable(failed)).toBe(true);
    expect(String(failed)).toMatch(REFUSAL);
  });

  it('are accepted when the first claim comes while the other store is being left', async () => {
    const connection = await open();
    const left: (() => void)[] = [];
    const leaveOtherStore = async () => {
      const isFirst = left.length === 0;
      await new Promise<void>((resolve) => left.push(resolve));
      return { isFirst, isBlind: false };
    };
    const nonces = createRedisNonces({ connection, logger: silent, leaveOtherStore });
    const claimed = nonces.claim('p1', 'n1', TTL_SECONDS);
    // Each takes the connection's turn behind the calls of the claim.
    for (let turn = 0; turn < 10; turn += 1) await connection.run((client) => client.ping());
    for (const leave of left.reverse()) {
      leave();
      for (let turn = 0; turn < 10; turn += 1) await connection.run((client) => client.ping());
    }
    expect(await claimed).toBe(true);
  });

  it('are refused after another store was used meanwhile, even if the server kept everything', async () => {
    const connection = await open();
    expect(await noncesOn(connection, true).claim('p1', 'n1', TTL_SECONDS)).toBe(true);
    const leaveOtherStore = async () => ({ isFirst: false, isBlind: true });
    const back = createRedisNonces({ connection, logger: silent, leaveOtherStore });
    await expect(back.claim('p1', 'n2', TTL_SECONDS)).rejects.toThrow(REFUSAL);
    await expect(back.claim('p1', 'n2', TTL_SECONDS)).rejects.toThrow(REFUSAL);
    // A process without another store's nonces reads the same from the server, and does not start at zero.
    await expect(noncesOn(await open(), false).claim('p1', 'n2', TTL_SECONDS)).rejects.toThrow(REFUSAL);
  });

  it('are accepted by a process that starts again', async () => {
    const connection = await open();
    expect(await noncesOn(connection, true).claim('p1', 'n1', TTL_SECONDS)).toBe(true);
    expect(await noncesOn(connection, false).claim('p1', 'n1', TTL_SECONDS)).toBe(false);
    expect(await noncesOn(connection, false).claim('p1', 'n2', TTL_SECONDS)).toBe(true);
  });
});
