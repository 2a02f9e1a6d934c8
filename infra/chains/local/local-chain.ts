import type { ChainLogger } from '../reader-options';
import { findAnvil } from './anvil-binary';
import { startWatched } from './watched-child';

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

export interface LocalChain {
  readonly url: string;
  readonly chainId: number;
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

const DEFAULT_CHAIN_ID = 31_337;
const LISTENING = /Listening on (127\.0\.0\.1:\d+)/;

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

/** Rejects with installation advice or anvil's output. */
export const startLocalChain = async (options: LocalChainOptions): Promise<LocalChain> => {
  const { chainId = DEFAULT_CHAIN_ID, toolsDirectory, logger } = options;
  const binary = findAnvil(toolsDirectory);
  const command = [binary.path, ...argumentsFor(options).flat()] as const;
  try {
    const { address, ended, stop } = await startWatched({ command, listening: LISTENING });
    void ended.then(binary.discard);
    logger.info({ address, chainId }, 'A local chain is listening');
    return { url: `http://${address}`, chainId, ended, stop };
  } catch (error) {
    binary.discard();
    throw error;
  }
};
