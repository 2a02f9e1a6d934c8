import path from 'node:path';
import type { ChainLogger } from '../../reader-options';
import { startWatched } from '../watched-child';
import { LOCAL_MINT, LOCAL_RECEIVER } from './well-known';

export interface LocalSolana {
  readonly url: string;
  readonly genesisHash: string;
  readonly receiver: string;
  readonly mint: string;
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface LocalSolanaOptions {
  readonly logger: ChainLogger;
  /** Arguments of Node; default: the compiled program beside this file. */
  readonly program?: readonly string[];
}

const LISTENING = /^Listening on (127\.0\.0\.1:\d+ \w+)$/;

/** A slot each 400 ms, final two slots later. Rejects without litesvm, an optional dependency. */
export const startLocalSolana = async ({
  logger,
  program = [path.join(__dirname, 'solana-main.js')],
}: LocalSolanaOptions): Promise<LocalSolana> => {
  const command = [process.execPath, ...program] as const;
  const { address: told, ended, stop } = await startWatched({ command, listening: LISTENING });
  const [address = '', genesisHash = ''] = told.split(' ');
  logger.info({ address, genesisHash }, 'A local Solana chain is listening');
  return { url: `http://${address}`, genesisHash, receiver: LOCAL_RECEIVER, mint: LOCAL_MINT, ended, stop };
};
