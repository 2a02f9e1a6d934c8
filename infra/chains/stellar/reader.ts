import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import { createClosedReader } from '../closed/reader';
import type { ChainReaderOptions } from '../reader-options';
import { connectStellarNode } from './nodes/node';
import { createWarnOnce } from './nodes/warn-once';

export const createStellarReader = (options: ChainReaderOptions): ChainReader => {
  const warnOnce = createWarnOnce(options.logger);
  return createClosedReader(options, (endpoint, watch) => connectStellarNode(endpoint, watch, warnOnce));
};
