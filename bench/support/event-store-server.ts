import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../../infra/project-root';
import type { Site } from './site';

const LISTENING = /^LISTENING (\S+)$/;

/** `npm run event-store` over the log of a database, without npm; answers its connection string. */
export const serveLog = async (site: Site, databaseUrl: string): Promise<string> => {
  const program = path.join(projectRoot(), 'dist', 'packages', 'event-store', 'server', 'main.js');
  const directory = path.join(site.dataDir, 'event-store-server');
  const child = spawn(process.execPath, [program, '--port', '0', '--directory', directory], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  site.onLeave(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, connectionString] = LISTENING.exec(line) ?? [];
    if (connectionString !== undefined) return connectionString;
  }
  throw new Error('The event store server did not start');
};
