import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { sharedInFlight } from '../../commands/timing/shared-in-flight';
import { childEnvironment } from '../child-environment';
import type { Logger } from '../logger';
import { inTime } from '../timing/time-limit';
import { readCounters, type ServerCounters } from './server/call-counts';
import { COUNT, COUNTERS, type EventStoreServerSettings, FINISH } from './server/settings';

export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** Rejects on nonsense or when the process is gone; may never settle while it hangs. */
  readonly counters: () => Promise<ServerCounters>;
  /** Resolves with the cause once the process is gone. */
  readonly ended: Promise<string>;
  /** SIGTERM (finish first) is sent as a line on stdin, since the process ignores the signal (server/main.ts). */
  readonly signal: (signal: 'SIGTERM' | 'SIGKILL') => void;
}

const START_TIMEOUT_MS = 20_000;
const LISTENING = /^LISTENING (\d+)$/;

/** Beside this file when compiled, else in `dist`. Throws when not built. */
export const serverProgram = (): string => {
  const sibling = path.join(__dirname, 'server', 'main.js');
  const program = fs.existsSync(sibling)
    ? sibling
    : path.resolve(__dirname, '..', '..', 'dist', 'infra', 'event-store', 'server', 'main.js');
  if (!fs.existsSync(program)) throw new Error(`The event store is not built: ${program} does not exist`);
  return program;
};

const forward = (child: ChildProcess, logger: Logger): (() => string) => {
  let last = '';
  if (child.stderr === null) return () => last;
  createInterface({ input: child.stderr }).on('line', (line) => {
    last = line;
    logger.warn({ pid: child.pid }, `event store: ${line}`);
  });
  return () => last;
};

const endOf = (child: ChildProcess, lastWords: () => string): Promise<string> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // Not `exit`: at `close` all output has been read.
    child.once('close', (code, signal) => resolve(`${signal ?? `exit code ${code ?? '?'}`} ${lastWords()}`.trim()));
  });

const listening = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const port = LISTENING.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });

/** Concurrent callers share one question. */
const askCounters = ({ stdin, stdout }: ChildProcess, ended: Promise<string>): ServerProcess['counters'] => {
  const nobody = { tell: (_json: string): void => undefined, fail: (_cause: string): void => undefined };
  let asking = nobody;
  let gone: string | null = null;
  void ended.then((cause) => {
    gone = cause;
    asking.fail(cause);
  });
  if (stdout !== null) {
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.startsWith(COUNTERS)) asking.tell(line.slice(COUNTERS.length));
    });
  }
  const answerOf = (): Promise<string> =>
    new Promise((resolve, reject) => {
      asking = { tell: resolve, fail: (cause) => reject(new Error(cause)) };
      if (gone === null) stdin?.write(`${COUNT}\n`);
      else asking.fail(gone);
    });
  return sharedInFlight(() =>
    answerOf()
      .then(readCounters)
      .finally(() => {
        asking = nobody;
      }),
  );
};

/** Rejects with the process's last words when it does not come up. */
export const startServerProcess = async (
  settings: EventStoreServerSettings,
  logger: Logger,
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, [serverProgram()], {
    env: childEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = endOf(child, forward(child, logger));
  // The pipe breaks when the child dies, which `ended` reports.
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify(settings)}\n`);
  const port = await inTime(START_TIMEOUT_MS, Promise.race([listening(child), ended]), () => null);
  if (typeof port !== 'number' || child.pid === undefined) {
    child.kill('SIGKILL');
    throw new Error(`The event store did not start: ${port ?? `no answer within ${START_TIMEOUT_MS} ms`}`);
  }
  const signal = (name: 'SIGTERM' | 'SIGKILL'): void => {
    if (name === 'SIGTERM') child.stdin.write(`${FINISH}\n`);
    else child.kill(name);
  };
  return { pid: child.pid, port, counters: askCounters(child, ended), ended, signal };
};
