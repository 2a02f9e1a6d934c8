import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ensureDataDirectory, readIfThere, replaceFile } from './data-directory';
import { type DirectoryLock, isLocked, tryLock } from './directory-lock';

/** Earlier versions have no format. A program joins only a service of its own version. */
const FORMAT = 3;

const shape = z.strictObject({
  format: z.literal(FORMAT),
  pid: z.int().positive(),
  url: z.string(),
  startedAt: z.string(),
  /** Includes the password, as do the URLs below. */
  databaseUrl: z.string(),
  readerUrl: z.string().optional(),
  opsReaderUrl: z.string().optional(),
  /** Absent where the events are in the database. */
  eventStoreUrl: z.string().optional(),
  localChains: z.array(
    z.strictObject({
      family: z.enum(['evm', 'solana']),
      rpcUrl: z.string(),
      receiver: z.string(),
      chainId: z.int().nullable(),
      networkId: z.string().nullable(),
      tokenAddress: z.string(),
    }),
  ),
});

/** `<dataDir>/run.json` (mode 600): data of a running service for other processes. */
export type RunInfo = Readonly<z.infer<typeof shape>>;

export type Claim =
  | {
      readonly claimed: true;
      readonly publish: (info: Omit<RunInfo, 'pid' | 'format'>) => void;
      /** Removes the published file, then releases the claim. Repeatable. */
      readonly release: () => Promise<void>;
    }
  /** `running` is null when the holder published nothing within a few seconds. */
  | { readonly claimed: false; readonly running: RunInfo | null };

const PATIENCE_MS = 8_000;
const POLL_MS = 50;

/** Exactly one of several concurrent starts succeeds; the others get its URL. The claim ends with the process. */
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

export async function readRunFile(dataDir: string): Promise<RunInfo | null> {
  if (!fs.existsSync(dataDir)) return null;
  return (await isLocked(dataDir, 'service')) ? readPublished(dataDir) : null;
}

const runFileOf = (directory: string): string => path.join(directory, 'run.json');

function claimed(directory: string, lock: DirectoryLock): Claim {
  const file = runFileOf(directory);
  // Left by a killed predecessor.
  fs.rmSync(file, { force: true });
  return {
    claimed: true,
    publish: (info) => replaceFile(file, `${JSON.stringify({ format: FORMAT, pid: process.pid, ...info }, null, 2)}\n`),
    release: async () => {
      if (readIfOurs(file)) fs.rmSync(file, { force: true });
      await lock.release();
    },
  };
}

function readIfOurs(file: string): boolean {
  const text = readIfThere(file);
  return text !== null && (JSON.parse(text) as Partial<RunInfo>).pid === process.pid;
}

function readPublished(directory: string): RunInfo | null {
  const text = readIfThere(runFileOf(directory));
  if (text === null) return null;
  const found = JSON.parse(text) as Partial<RunInfo>;
  if (found.pid !== undefined && !isAlive(found.pid)) return null;
  if (found.format !== FORMAT) throw new Error(otherVersion(directory));
  return shape.parse(found);
}

const otherVersion = (directory: string): string =>
  `The service on ${directory} has another version of lastro: end it first, or use its own program`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
