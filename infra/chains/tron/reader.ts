import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import { createClosedReader } from '../closed/reader';
import type { ChainReaderOptions } from '../reader-options';
import { connectTronNode } from './nodes/node';

export const createTronReader = (options: ChainReaderOptions): ChainReader =>
  createClosedReader(options, connectTronNode);
