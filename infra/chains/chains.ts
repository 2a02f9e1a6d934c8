import type { ChainFamily } from '../../aggregates/chain';
import type { ChainReader } from '../../commands/ports/single-chain-reader';
import type { EvmReaderOptions } from './evm/reader';

export type ChainReaderOptions = EvmReaderOptions;

type Loader = (options: ChainReaderOptions) => Promise<ChainReader>;

const notSupported =
  (family: ChainFamily): Loader =>
  ({ network }) =>
    Promise.reject(new Error(`${network.name}: the ${family} family is not supported in this version`));

/** Each family's library is loaded with the first network that needs it. */
const loaders: Readonly<Record<ChainFamily, Loader>> = {
  evm: async (options) => {
    // A dynamic import would bring the library's ES build beside its CommonJS one; require brings the one we use.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { createEvmReader } = require('./evm/reader') as typeof import('./evm/reader');
    return createEvmReader(options);
  },
  solana: notSupported('solana'),
  stellar: notSupported('stellar'),
  tron: notSupported('tron'),
  xrpl: notSupported('xrpl'),
};

/** The reader of one network. Rejects with a message for the operator when the family or its configuration is not usable. */
export const createChainReader = (options: ChainReaderOptions): Promise<ChainReader> =>
  loaders[options.network.family](options);
