import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { removeDataDirectory } from '../../../../infra/postgres/embedded/home';
import { projectRoot } from '../../../../infra/project-root';
import { temporaryDirectory } from '../../../stores/postgres-cluster';
import { untilServed } from '../../fuzz/busy';

const BIN = path.join(projectRoot(), 'dist', 'src', 'bin', 'programs');
/** Three start at once beside everything else that the suite does. */
const START_TIMEOUT_MS = 150_000;

/** A data directory of its own, below one that the unprivileged database can enter. */
export const temporaryDataDir = (): { readonly dataDir: string; readonly remove: () => void } => {
  const folder = temporaryDirectory();
  const dataDir = path.join(folder, 'data');
  const remove = () => {
    removeDataDirectory(dataDir);
    rmSync(folder, { recursive: true, force: true });
  };
  return { dataDir, remove };
};

/** For a service whose URL is known before it starts. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });

/** `npm run` would build first: the program that it runs is there already. */
export const LEDGER_IN_SHELL = `npm() { while [ "$1" != -- ]; do shift; done; shift; node '${path.join(BIN, 'ledger.js')}' "$@"; }`;

export interface RunningProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly exited: Promise<number | null>;
  readonly stop: () => Promise<number | null>;
}

export type Environment = Readonly<Record<string, string>>;

const environmentOf = (environment: Environment): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  LOG_LEVEL: 'warn',
  PORT: '0',
  // No balancer is in front, unless a test says so.
  DRAIN_MS: '0',
  ...environment,
});

/** Starts one of the programs and resolves when it says where it answers. */
export const startProgram = async (program: 'start' | 'api', environment: Environment): Promise<RunningProcess> => {
  const child = spawn(process.execPath, [path.join(BIN, `${program}.js`)], {
    env: environmentOf(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGTERM');
      reject(new Error(`${program} did not start: ${stderr}`));
    }, START_TIMEOUT_MS);
    const fail = () => reject(new Error(`${program} ended: ${stderr}`));
    child.once('exit', fail);
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const announced = /running at (http:\S+)\n(?:[\s\S]*Stop it)?/.exec(stdout);
      const isComplete = program !== 'start' || stdout.includes('Stop it with');
      if (announced?.[1] === undefined || !isComplete) return;
      clearTimeout(timer);
      child.off('exit', fail);
      resolve(announced[1]);
    });
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    return exited;
  };
  return { child, url, stdout: () => stdout, stderr: () => stderr, exited, stop };
};

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. Its log says when a busy store was asked again; its answer does not. */
export const runProgram = async (
  program: string,
  programArguments: readonly string[],
  environment: Environment,
  timeoutMs = 150_000,
): Promise<Finished> => {
  const options = {
    env: environmentOf({ LOG_LEVEL: 'error', ...environment }),
    timeout: timeoutMs,
    maxBuffer: 20_000_000,
  };
  try {
    const file = path.join(BIN, `${program}.js`);
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...programArguments], options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const failed = error as { readonly code?: number; readonly stdout?: string; readonly stderr?: string };
    return { code: failed.code ?? -1, stdout: failed.stdout ?? '', stderr: failed.stderr ?? String(error) };
  }
};

export interface Answer<Data> {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: { readonly success: boolean; readonly data: Data; readonly code?: string };
}

interface AskedRequest {
  readonly method?: string;
  readonly token?: string;
  readonly body?: object;
}

/** As a client asks: again when a busy service says when. */
export const ask = async <Data>(url: string, request: AskedRequest = {}): Promise<Answer<Data>> =>
  (await untilServed(() => askOnce<Data>(url, request))).answer;

/** Sends a request once, and takes any answer. */
export const askOnce = async <Data>(url: string, request: AskedRequest = {}): Promise<Answer<Data>> => {
  const response = await fetch(url, {
    method: request.method ?? (request.body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  const body = (await response.json()) as Answer<Data>['body'];
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, retryAfter, body };
};

/** The key that `npm start` prints. */
export const demoKeyOf = ({ stdout }: RunningProcess): string => /sk_live_[0-9a-f]{64}/.exec(stdout())?.[0] ?? '';
