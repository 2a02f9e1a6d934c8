import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createClient } from 'redis';
import { connectRedis, type RedisConnection, type RedisOptions } from '../../../../infra/redis/connection';
import { isRedisUnavailable } from '../../../../infra/redis/unavailable';
import { silent } from '../../../http/world';
import { connected, describeWithRedis, freePort, redisClient, startRedis } from '../../../stores/redis';

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const ping = (connection: RedisConnection): Promise<string> => connection.run((client) => client.ping());

/** A connection whose warnings are kept, and the first of them. */
const opening = (url: string, limits: Pick<RedisOptions, 'handshakeTimeoutMs'> = {}) => {
  const lines: unknown[] = [];
  let tellWarned: () => void = () => undefined;
  const warned = new Promise<void>((resolve) => {
    tellWarned = resolve;
  });
  const warn = (...line: readonly unknown[]): void => {
    lines.push(line);
    tellWarned();
  };
  const connection = connectRedis({ createClient, url, prefix: '', logger: { ...silent, warn }, ...limits });
  return { connection, warned, said: () => JSON.stringify(lines) };
};

describe('a Redis that is away', () => {
  it('refuses each call at once, and does not show its password', async () => {
    const { connection, warned, said } = opening(`redis://someone:hush-hush@127.0.0.1:${await freePort()}`);
    const failures = await Promise.all(Array.from({ length: 2_000 }, () => failureOf(ping(connection))));
    await warned;
    connection.close();
    expect(failures.every(isRedisUnavailable)).toBe(true);
    expect(said()).toContain('Redis is unreachable');
    expect(said() + String(failures[0])).not.toContain('hush-hush');
  });
});

const ended = async (socket: Socket): Promise<void> => {
  if (!socket.closed) await once(socket, 'close');
};

describe('a server that accepts connections and does not answer', () => {
  it('is disconnected and tried again, with one warning', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket.resume().on('error', () => undefined)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { connection, said } = opening(`redis://127.0.0.1:${port}`, { handshakeTimeoutMs: 50 });
    for (let count = 0; count < 3; count += 1) await once(server, 'connection');
    await Promise.all(sockets.slice(0, 2).map(ended));
    expect(isRedisUnavailable(await failureOf(ping(connection)))).toBe(true);
    expect(said().match(/did not answer in time/g)).toHaveLength(1);
    connection.close();
    await Promise.all(sockets.map(ended));
    await once(server.close(), 'close');
  });
});

describeWithRedis('a Redis connection', () => {
  it('keeps a refused password out of the log, and is not connected', async () => {
    const server = await startRedis(await freePort(), ['--requirepass', 'right']);
    const { connection, warned, said } = opening(server.url.replace('//', '//:hush-hush@'));
    await warned;
    expect(said()).toContain('WRONGPASS');
    expect(said()).not.toContain('hush-hush');
    expect(isRedisUnavailable(await failureOf(ping(connection)))).toBe(true);
    connection.close();
    await server.stop();
  });

  it('returns with its server, and knows the facts of the new one', async () => {
    const port = await freePort();
    const first = await startRedis(port);
    const connection = redisClient(first.url);
    await connected(connection);
    const runIdOf = () => connection.run(async (_client, { runId }) => runId);
    const before = await runIdOf();
    await first.stop();
    const second = await startRedis(port);
    await connected(connection);
    expect(await runIdOf()).not.toBe(before);
    connection.close();
    await second.stop();
  });

  it('gives up a silent server, and refuses further calls without waiting', async () => {
    const server = await startRedis(await freePort());
    const connection = redisClient(server.url, 100);
    await connected(connection);
    await ping(connection);
    server.freeze();
    expect(isRedisUnavailable(await failureOf(ping(connection)))).toBe(true);
    expect(String(await failureOf(ping(connection)))).toContain('is not connected');
    server.thaw();
    await connected(connection);
    expect(await ping(connection)).toBe('PONG');
    connection.close();
    await server.stop();
  });

  it('distinguishes our own error from a server that is unavailable', async () => {
    const server = await startRedis(await freePort(), ['--maxmemory', '1mb']);
    const connection = redisClient(server.url);
    await connected(connection);
    const wrong = await failureOf(connection.run((client) => client.eval('return redis.call("NOSUCH")')));
    expect(isRedisUnavailable(wrong)).toBe(false);
    const full = await failureOf(
      connection.run((client) => client.set('a', 'x'.repeat(2_000_000)).then(() => client.set('b', 'x'))),
    );
    expect(isRedisUnavailable(full)).toBe(true);
    expect(String(full)).toContain('OOM');
    connection.close();
    await server.stop();
  });
});
