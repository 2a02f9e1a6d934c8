import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../infra/postgres/embedded/embedded';
import { SUPERUSER } from '../../infra/postgres/embedded/initialise';
import { clusterUrl } from '../../infra/postgres/embedded/roles';
import { onServer } from './postgres';

export interface TestCluster {
  /** As superuser. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** A data directory for one test, which the user who runs PostgreSQL can enter. */
export function temporaryDirectory(): string {
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'lastro-test-')));
  fs.chmodSync(directory, 0o711);
  return directory;
}

/**
 * Stops the server whose home it is and removes `directory` when it is called, or as soon as this process is no more:
 * a process of its own keeps watch.
 */
export function watchOver(directory: string, home = path.join(directory, 'postgres')): () => Promise<void> {
  const script = path.join(__dirname, 'postgres-watchdog.cjs');
  const watchdog = spawn(process.execPath, [script, path.join(home, 'data'), directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  return async () => {
    // While we wait it must keep this process alive, or Node would end with 0 before Jest has said how it went.
    watchdog.ref();
    const ended = once(watchdog, 'exit');
    watchdog.stdin.end();
    await ended;
  };
}

/** An embedded PostgreSQL of its own; it does not outlive this process, even when it is killed. */
export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = temporaryDirectory();
  const remove = watchOver(dataDir);
  const server = await startEmbeddedPostgres({ dataDir, logger: pino({ level: 'silent' }) });
  const url = superuserUrlOf(dataDir, server.url);
  await forgetAtPowerLoss(url);
  return {
    url,
    stop: async () => {
      await server.stop();
      await remove();
    },
  };
}

/** Tests kill processes, not the machine: waiting for the disk would tell nothing. */
const forgetAtPowerLoss = async (url: string): Promise<void> => {
  await onServer('ALTER SYSTEM SET fsync = off', url);
  await onServer('ALTER SYSTEM SET full_page_writes = off', url);
  await onServer('SELECT pg_reload_conf()', url);
};

/** URL of the superuser of the embedded server at `url`, which runs on `dataDir`. */
export function superuserUrlOf(dataDir: string, url: string): string {
  const password = fs.readFileSync(path.join(dataDir, 'secrets', 'postgres-password'), 'utf8');
  return clusterUrl(Number(new URL(url).port), SUPERUSER, password, new URL(url).pathname.slice(1));
}
