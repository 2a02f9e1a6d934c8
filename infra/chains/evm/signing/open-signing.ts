import type { Asset } from '../../../../commands/ports/chains/catalog';
import type { NetworkSettings } from '../../network-settings';
import type { ChainReaderOptions } from '../../reader-options';
import { scopeOf } from '../reader';
import type { Signer } from './signer';
import type { SignerBook } from './signer-book';
import type { SigningScope } from './signing-scope';

export interface SigningOptions
  extends Pick<ChainReaderOptions, 'clock' | 'logger' | 'alert' | 'requestTimeoutMs' | 'wait'> {
  readonly network: NetworkSettings;
  readonly assets: readonly Asset[];
  readonly signer: Signer;
  readonly book: SignerBook;
  readonly mostFeePerGas: bigint;
}

export interface Signing extends SigningScope {
  readonly close: () => Promise<void>;
}

/** Has its own connections, separate from the network's watcher. Does not connect yet. */
export const openSigning = (options: SigningOptions): Signing => {
  const { network, signer, book, mostFeePerGas, ...reading } = options;
  const { rpcUrls, finality } = network;
  const evm = scopeOf({ ...reading, network, rpcUrls, finality, memoPrefix: '' });
  const account = { chainId: evm.watch.chainId, address: signer.address };
  return { evm, signer, account, book, mostFeePerGas, close: evm.nodes.close };
};
