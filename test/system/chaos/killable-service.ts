import { setTimeout as pause } from 'node:timers/promises';
import { quietLogger } from '../../../bench/support/stores';
import { startEmbeddedPostgres } from '../../../infra/postgres/embedded/embedded';
import { type RunInfo, readRunFile } from '../../../infra/run-file';
import { type Environment, type RunningProcess, startProgram } from '../end-to-end/support/run-service';

/** The service as a process that can be killed and comes back, each time at another address. */
export interface KillableService {
  readonly url: () => string;
  /** The log of all its lives. */
  readonly log: () => string;
  /** SIGKILL, a rest, and a new start. */
  readonly kill: (restMs: number) => Promise<void>;
  /** Count of ends without a command. */
  readonly endedByItself: () => number;
  /** End of each kill: milliseconds since 1970. */
  readonly killedAtMs: () => readonly number[];
  readonly stores: () => Promise<RunInfo>;
  /** Ends it, and all processes that a killed one has left. */
  readonly stop: () => Promise<void>;
}

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

export const startKillable = async (environment: Environment): Promise<KillableService> => {
  const dataDir = environment['DATA_DIR'] ?? '';
  const lives: RunningProcess[] = [];
  const expected = new Set<RunningProcess>();
  const killedAtMs: number[] = [];
  let endedByItself = 0;
  let stopping = false;
  const current = (): RunningProcess => lives.at(-1)!;
  const start = async (): Promise<void> => {
    const life = await startProgram('start', environment);
    lives.push(life);
    void life.exited.then(() => {
      if (!expected.has(life)) endedByItself += 1;
    });
  };
  const kill = async (restMs: number): Promise<void> => {
    const life = current();
    expected.add(life);
    life.child.kill('SIGKILL');
    await life.exited;
    killedAtMs.push(Date.now());
    await pause(restMs);
    if (!stopping) await start();
  };
  const stop = async (): Promise<void> => {
    stopping = true;
    for (const life of lives) expected.add(life);
    const code = await lives.at(-1)?.stop();
    if (code !== 0) await (await startEmbeddedPostgres({ dataDir, logger: quietLogger })).stop();
  };
  await start();
  return {
    url: () => current().url,
    log: () => lives.map((life) => life.stderr()).join('--- started again\n'),
    kill,
    endedByItself: () => endedByItself,
    killedAtMs: () => killedAtMs,
    stores: () => untilPublished(dataDir),
    stop,
  };
};

const untilPublished = async (dataDir: string): Promise<RunInfo> => {
  for (let waitedMs = 0; waitedMs < READY_TIMEOUT_MS; waitedMs += POLL_MS) {
    const info = await readRunFile(dataDir);
    if (info !== null) return info;
    await pause(POLL_MS);
  }
  throw new Error('The service did not publish its stores');
};

/** Until it says that it is ready. */
export const untilReady = async (url: string): Promise<void> => {
  let said = '';
  for (let waitedMs = 0; waitedMs < READY_TIMEOUT_MS; waitedMs += POLL_MS) {
    const answer = await fetch(`${url}/health/ready`);
    said = await answer.text();
    if (answer.ok) return;
    await pause(POLL_MS);
  }
  throw new Error(`The service did not become ready: ${said}`);
};
