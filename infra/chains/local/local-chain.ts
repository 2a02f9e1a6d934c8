import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../../child-environment';
import { inTime } from '../../timing/time-limit';
import type { ChainLogger } from '../reader-options';
import { type AnvilBinary, findAnvil } from './anvil-binary';

export interface LocalChainOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Null mines one block per transaction and none otherwise. */
  readonly blockTimeSeconds: number | null;
  /** With n the finalised block is 2n behind the newest one. */
  readonly slotsInAnEpoch: number;
  readonly chainId?: number;
  /** Where anvil is looked for on systems whose package is not part of the project. */
  readonly toolsDirectory?: string;
  readonly logger: ChainLogger;
}

/** A chain that lives in memory, on loopback, with ten accounts whose keys everybody knows. */
export interface LocalChain {
  readonly url: string;
  readonly chainId: number;
  /** Settles when the chain has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends the chain and waits until it is gone. Repeatable. */
  readonly stop: () => Promise<void>;
}

const DEFAULT_CHAIN_ID = 31_337;
const START_TIMEOUT_MS = 15_000;
const LISTENING = /Listening on (127\.0\.0\.1:\d+)/;

/**
 * Runs its arguments as a child, and kills it when standard input closes: which it does with `stop`, and also when
 * this process dies in whatever way. A shell gives background jobs no standard input, hence descriptor 3.
 */
const WATCHDOG = [
  'exec 3<&0',
  '"$0" "$@" 3<&- & child=$!',
  '(cat <&3; kill -9 $child) >/dev/null 2>&1 & watch=$!',
  'exec 3<&-',
  'wait $child',
  'kill $watch',
].join('\n');

const argumentsFor = ({
  port = 0,
  blockTimeSeconds,
  slotsInAnEpoch,
  chainId = DEFAULT_CHAIN_ID,
}: LocalChainOptions) => [
  ['--host', '127.0.0.1'],
  ['--port', port.toString()],
  ['--chain-id', chainId.toString()],
  ['--slots-in-an-epoch', slotsInAnEpoch.toString()],
  blockTimeSeconds === null ? [] : ['--block-time', blockTimeSeconds.toString()],
];

/** Waits for the line that names the address; anvil's later lines are read and forgotten, so that it never blocks. */
const addressOf = (child: ChildProcessWithoutNullStreams): Promise<string> =>
  new Promise((resolve, reject) => {
    const said: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = LISTENING.exec(line)?.[1];
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

const stopperOf = (child: ChildProcessWithoutNullStreams, ended: Promise<void>) => (): Promise<void> => {
  child.stdin.end();
  return ended;
};

const endOf = async (child: ChildProcessWithoutNullStreams, binary: AnvilBinary): Promise<void> => {
  // Not events.once: a failure to start is an 'error', which the wait for the address reports.
  await new Promise((resolve) => child.once('close', resolve));
  binary.discard();
};

/** Starts anvil. Rejects with what to install or what it said when it does not start. */
export const startLocalChain = async (options: LocalChainOptions): Promise<LocalChain> => {
  const { chainId = DEFAULT_CHAIN_ID, toolsDirectory, logger } = options;
  const binary = findAnvil(toolsDirectory);
  const child = spawn('/bin/sh', ['-c', WATCHDOG, binary.path, ...argumentsFor(options).flat()], {
    env: childEnvironment(),
    // A Ctrl-C in the terminal is for the service, which then stops the chain last.
    detached: true,
  });
  // Written to by nobody: it only closes. Its error when the chain ends first says nothing new.
  child.stdin.on('error', () => undefined);
  const ended = endOf(child, binary);
  const stop = stopperOf(child, ended);
  try {
    const address = await inTime(START_TIMEOUT_MS, addressOf(child), tooLate);
    logger.info({ address, chainId }, 'A local chain listens');
    return { url: `http://${address}`, chainId, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
