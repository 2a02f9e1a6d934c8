import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inTime } from '../../../packages/event-store/timing/time-limit';
import { childEnvironment } from '../../child-environment';

export interface WatchedProgram {
  readonly command: readonly [string, ...string[]];
  /** The first group is the address in the server's ready line on stdout. */
  readonly listening: RegExp;
}

/** A server on loopback that ends with this process. */
export interface WatchedChild {
  readonly address: string;
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

const START_TIMEOUT_MS = 15_000;

/**
 * Runs its arguments as a child, and kills the child when stdin closes. Descriptor 3: background jobs have no stdin.
 */
const WATCHDOG = [
  'exec 3<&0',
  '"$0" "$@" 3<&- & child=$!',
  '(cat <&3; kill -9 $child) >/dev/null 2>&1 & watch=$!',
  'exec 3<&-',
  'wait $child',
  'kill $watch',
].join('\n');

/** Reads on after the address line, so that a full pipe never blocks the server. */
const addressOf = (child: ChildProcessWithoutNullStreams, listening: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    const said: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = listening.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (said.length < 5) said.push(line);
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`The local chain ended while starting: ${said.join(' ')}`)));
  });

const tooLate = (): never => {
  throw new Error(`The local chain did not start within ${START_TIMEOUT_MS / 1_000} s`);
};

/** Rejects with the program's output when it does not start to listen. */
export const startWatched = async ({ command, listening }: WatchedProgram): Promise<WatchedChild> => {
  const child = spawn('/bin/sh', ['-c', WATCHDOG, ...command], {
    env: childEnvironment(),
    // Ctrl-C is for the service, which stops the chain last.
    detached: true,
  });
  // stdin only closes; its error after the chain's end has no new information.
  child.stdin.on('error', () => undefined);
  // Not events.once: the wait for the address reports the 'error' of a failed start.
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = (): Promise<void> => {
    child.stdin.end();
    return ended;
  };
  try {
    return { address: await inTime(START_TIMEOUT_MS, addressOf(child, listening), tooLate), ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
