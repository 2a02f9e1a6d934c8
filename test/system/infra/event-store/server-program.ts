import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import {
  type ConnectedEventStore,
  connectEventStore,
  type EventStoreConnection,
} from '../../../../infra/event-store/client/client';
import { ownDatabase } from '../../../integration/infra/event-store/served-store';

const ROOT = path.join(__dirname, '../../../..');
const PROGRAM = path.join(ROOT, 'packages/event-store/server/main.ts');
const REQUIRED = ['--require', path.join(ROOT, 'test/typescript.cjs')];

const startProgram = async (databaseUrl: string, directory: string, port: number) => {
  const child = spawn(process.execPath, [...REQUIRED, PROGRAM, '--directory', directory, '--port', String(port)], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^LISTENING (\S+)$/.exec(line) ?? [];
    if (url !== undefined) return { child, url };
  }
  throw new Error('The event store server did not start');
};

/** `npm run event-store` as a program of its own, and the official client's adapter on it. */
export interface ServerProgram {
  readonly databaseUrl: string;
  readonly connectionString: string;
  readonly store: ConnectedEventStore;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Kills it without a shutdown, and starts another one on the same port. */
  readonly replace: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export const openServerProgram = async (
  options: Omit<EventStoreConnection, 'connectionString'> = {},
): Promise<ServerProgram> => {
  const { databaseUrl, dataDir, drop } = await ownDatabase();
  let { child, url } = await startProgram(databaseUrl, dataDir, 0);
  const port = Number(new URL(url).port);
  const store = connectEventStore({ connectionString: url, ...options });
  const end = async (ended: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
    const exited = once(ended, 'exit');
    ended.kill(signal);
    await exited;
  };
  return {
    ...{ databaseUrl, connectionString: url, store },
    signal: (signal) => void child.kill(signal),
    replace: async () => {
      await end(child, 'SIGKILL');
      ({ child, url } = await startProgram(databaseUrl, dataDir, port));
    },
    close: async () => {
      await store.close();
      // A failed test may leave the program frozen.
      child.kill('SIGCONT');
      await end(child, 'SIGTERM');
      await drop();
    },
  };
};
