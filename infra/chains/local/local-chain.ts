import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inTime } from '../../../packages/event-store/timing/time-limit';
import { childEnvironment } from '../../child-environment';
import type { ChainLogger } from '../reader-options';
import { type AnvilBinary, findAnvil } from './anvil-binary';

export interface LocalChainOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Null mines one block per transaction. */
  readonly blockTimeSeconds: number | null;
  /** The finalised block is 2n behind the newest. */
  readonly slotsInAnEpoch: number;
  readonly chainId?: number;
  /** Searched for anvil on systems without a package in the project. */
  readonly toolsDirectory?: string;
  readonly logger: ChainLogger;
}

/** An in-memory chain on loopback, with ten accounts of well-known keys. */
export interface LocalChain {
  readonly url: string;
  readonly chainId: number;
  /** Settles when the chain has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Resolves once the chain is gone. Repeatable. */
  readonly stop: () => Promise<void>;
}

const DEFAULT_CHAIN_ID = 31_337;
const START_TIMEOUT_MS = 15_000;
const LISTENING = /Listening on (127\.0\.0\.1:\d+)/;

/**
 * Runs its arguments as a child and kills the child when stdin closes: on `stop`, or however this process dies.
 * Descriptor 3, because a shell gives background jobs no stdin.
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

/** Reads on after the address line, so that a full pipe never blocks anvil. */
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
  // Not events.once: the wait for the address reports the 'error' of a failed start.
  await new Promise((resolve) => child.once('close', resolve));
  binary.discard();
};

/** Rejects with installation advice or anvil's output. */
export const startLocalChain = async (options: LocalChainOptions): Promise<LocalChain> => {
  const { chainId = DEFAULT_CHAIN_ID, toolsDirectory, logger } = options;
  const binary = findAnvil(toolsDirectory);
  const child = spawn('/bin/sh', ['-c', WATCHDOG, binary.path, ...argumentsFor(options).flat()], {
    env: childEnvironment(),
    // Ctrl-C is for the service, which stops the chain last.
    detached: true,
  });
  // stdin only closes; its error after the chain's end says nothing new.
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
