import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ensureDataDirectory, readIfThere, replaceFile } from './data-directory';
import { type DirectoryLock, isLocked, tryLock } from './directory-lock';

const shape = z.strictObject({
  pid: z.int().positive(),
  /** Where the service answers. */
  url: z.string(),
  /** UTC ISO 8601. */
  startedAt: z.string(),
  /** With the password in it. */
  databaseUrl: z.string(),
  /** As whom requests read, where it is told; with the password in it. */
  readerUrl: z.string().optional(),
  /** With the password in it. */
  eventStoreUrl: z.string(),
  /** The development chain that it has started, when it has. */
  localChain: z
    .strictObject({ rpcUrl: z.string(), receiver: z.string(), chainId: z.int(), tokenAddress: z.string() })
    .optional(),
});

/** What a running service tells the other processes of its data directory: `<dataDir>/run.json`, mode 600. */
export type RunInfo = Readonly<z.infer<typeof shape>>;

export type Claim =
  | {
      readonly claimed: true;
      /** Tells the others; the pid is ours. May be repeated. */
      readonly publish: (info: Omit<RunInfo, 'pid'>) => void;
      /** Withdraws what was published, and then the claim. Repeatable. */
      readonly release: () => Promise<void>;
    }
  /** `running` is null when the other one has not said within a few seconds where it answers. */
  | { readonly claimed: false; readonly running: RunInfo | null };

const PATIENCE_MS = 8_000;
const POLL_MS = 50;

/**
 * Claims the data directory for this process; of several that start at once exactly one succeeds, and the others
 * learn its URL. The kernel gives the claim back when the process dies (see directory-lock.ts), so a file that a
 * killed service left behind never stands in the way.
 */
export async function claimDataDirectory(dataDir: string, patienceMs = PATIENCE_MS): Promise<Claim> {
  const directory = ensureDataDirectory(dataDir);
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const lock = await tryLock(directory, 'service');
    if (lock !== null) return claimed(directory, lock);
    const running = readPublished(directory);
    if (running !== null || waitedMs >= patienceMs) return { claimed: false, running };
    await pause(POLL_MS);
  }
}

/** What the running service of this data directory has published; null when none runs. */
export async function readRunFile(dataDir: string): Promise<RunInfo | null> {
  if (!fs.existsSync(dataDir)) return null;
  return (await isLocked(dataDir, 'service')) ? readPublished(dataDir) : null;
}

const runFileOf = (directory: string): string => path.join(directory, 'run.json');

function claimed(directory: string, lock: DirectoryLock): Claim {
  const file = runFileOf(directory);
  // A predecessor was killed before it could withdraw it.
  fs.rmSync(file, { force: true });
  return {
    claimed: true,
    publish: (info) => replaceFile(file, `${JSON.stringify({ pid: process.pid, ...info }, null, 2)}\n`),
    release: async () => {
      if (readIfOurs(file)) fs.rmSync(file, { force: true });
      await lock.release();
    },
  };
}

function readIfOurs(file: string): boolean {
  const text = readIfThere(file);
  return text !== null && shape.parse(JSON.parse(text)).pid === process.pid;
}

function readPublished(directory: string): RunInfo | null {
  const text = readIfThere(runFileOf(directory));
  if (text === null) return null;
  const info = shape.parse(JSON.parse(text));
  return isAlive(info.pid) ? info : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
