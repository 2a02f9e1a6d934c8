import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import { createClosedReader } from '../closed/reader';
import type { ChainReaderOptions } from '../reader-options';
import { connectXrplNode } from './nodes/node';

export const createXrplReader = (options: ChainReaderOptions): ChainReader =>
  createClosedReader(options, connectXrplNode);
