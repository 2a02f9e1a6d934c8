import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import { createClosedReader } from '../closed/reader';
import type { ChainReaderOptions } from '../reader-options';
import { connectSolanaNode } from './nodes/node';

export const createSolanaReader = (options: ChainReaderOptions): ChainReader =>
  createClosedReader(options, connectSolanaNode);
