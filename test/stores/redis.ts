import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { createClient } from 'redis';
import { connectRedis, type RedisConnection } from '../../infra/redis/connection';
import { silent } from '../http/world';

const BINARY = process.env['REDIS_SERVER'] ?? 'redis-server';

const isInstalled = (): boolean => spawnSync(BINARY, ['--version']).status === 0;

/** Describes what needs a Redis; on a machine without one it says so loudly and skips. */
export const describeWithRedis = (name: string, tests: () => void): void => {
  const isThere = isInstalled();
  const withRedis = isThere ? describe : describe.skip;
  if (!isThere)
    console.warn(`\n*** ${name}: NOT TESTED, there is no redis-server here; apt-get install redis-server ***\n`);
  withRedis(isThere ? name : `${name} (skipped: no redis-server; apt-get install redis-server)`, tests);
};

export interface TestRedis {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** The server stays and says nothing any more, and the other way round. */
  readonly freeze: () => void;
  readonly thaw: () => void;
}

export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

/** A server of its own that keeps nothing on disk; empty each time it is started. */
export const startRedis = async (port: number, settings: readonly string[] = []): Promise<TestRedis> => {
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(BINARY, [...own, ...settings], { cwd: '/tmp', stdio: ['ignore', 'pipe', 'pipe'] });
  await ready(child);
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
};

const ready = async (child: ChildProcess): Promise<void> => {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`redis-server ended: ${said}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Ready to accept connections')) resolve();
    });
  });
  child.removeAllListeners('exit');
};

/** More patient than a service is: a thousand claims at once on a busy machine take their time. */
export const redisClient = (url: string, timeoutMs = 10_000): RedisConnection =>
  connectRedis({ createClient, url, prefix: 'lastro:test:', logger: silent, timeoutMs });

/** Resolves once it is connected, now or later. */
export const connected = (connection: RedisConnection): Promise<void> =>
  new Promise((resolve) => connection.onConnected(resolve));
