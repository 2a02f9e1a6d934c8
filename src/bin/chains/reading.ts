import type { createChainReader } from '../../../infra/chains/families';
import { createSimulatedReader, type SimulatedReaderOptions } from '../../../infra/chains/simulated/reader';

export type OpenReader = typeof createChainReader;

/** The simulated network is read where its books are: it needs no library, and no thread. */
export const readingOf =
  (simulated: Pick<SimulatedReaderOptions, 'books' | 'clock' | 'settleMs'>, elsewhere: OpenReader): OpenReader =>
  async (options) =>
    options.network.family === 'simulated' ? createSimulatedReader({ ...options, ...simulated }) : elsewhere(options);
