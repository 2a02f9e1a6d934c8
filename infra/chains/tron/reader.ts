import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import { createClosedReader } from '../closed/reader';
import type { ChainReaderOptions } from '../reader-options';
import { connectTronNode } from './nodes/node';

/** Throws with a message for the operator on an invalid configuration. */
export const createTronReader = (options: ChainReaderOptions): ChainReader =>
  createClosedReader(options, connectTronNode);
