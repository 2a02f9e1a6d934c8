import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** A lock that the kernel releases with its process: abstract socket, `open` lock or named pipe by system. */
export interface DirectoryLock {
  readonly release: () => Promise<void>;
}

export type LockPurpose = 'service' | 'postgres';

const isDarwin = process.platform === 'darwin';

// From macOS's fcntl.h; Node does not export them.
const O_SHLOCK = 0x10;
const O_EXLOCK = 0x20;

export async function tryLock(directory: string, purpose: LockPurpose): Promise<DirectoryLock | null> {
  return isDarwin ? lockFile(directory, purpose, O_EXLOCK) : listen(address(directory, purpose));
}

/** True also when this process holds the lock. */
export async function isLocked(directory: string, purpose: LockPurpose): Promise<boolean> {
  if (!isDarwin) return answers(address(directory, purpose));
  const shared = lockFile(directory, purpose, O_SHLOCK);
  await shared?.release();
  return shared === null;
}

function address(directory: string, purpose: LockPurpose): string {
  const { dev, ino } = fs.statSync(directory, { bigint: true });
  const hash = createHash('sha256').update(`${purpose}:${dev}:${ino}`).digest('hex');
  if (process.platform === 'win32') return `\\\\.\\pipe\\lastro-${hash}`;
  // All 108 bytes of a socket address: only some versions of Node pad a shorter name.
  return `\0lastro-${hash}`.padEnd(108, '.');
}

function listen(name: string): Promise<DirectoryLock | null> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen({ path: name, exclusive: true }, () => {
      server.unref();
      resolve({ release: () => new Promise((closed) => server.close(() => closed())) });
    });
  });
}

function answers(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ path: name });
    const settle = (held: boolean) => {
      socket.destroy();
      resolve(held);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') settle(false);
      // A listener exists; its backlog is full.
      else if (error.code === 'EAGAIN' || error.code === 'ECONNRESET') settle(true);
      else reject(error);
    });
  });
}

function lockFile(directory: string, purpose: LockPurpose, mode: number): DirectoryLock | null {
  const { O_CREAT, O_NONBLOCK, O_RDWR } = fs.constants;
  try {
    const file = fs.openSync(path.join(directory, `${purpose}.lock`), O_RDWR | O_CREAT | O_NONBLOCK | mode, 0o600);
    return { release: async () => fs.closeSync(file) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null;
    throw error;
  }
}
