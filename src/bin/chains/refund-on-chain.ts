import type { Asset } from '../../../commands/ports/chains/catalog';
import type { ObjectionToRefund } from '../../../commands/ports/chains/refund-on-chain';
import { objectionTo } from '../../../commands/trouble/refund-on-chain';
import { canonicalAddress } from '../../../infra/chains/families';
import type { NetworkSettings } from '../../../infra/chains/network-settings';
import type { ChainLogger } from '../../../infra/chains/reader-options';
import { SIMULATED_FAUCET, SIMULATED_SPENDER } from '../../../infra/chains/simulated/network';
import type { EvmSigners } from '../../../infra/providers/evm-signers';
import { ownAddressesOf } from './own-addresses';
import type { OpenReader } from './reading';

export interface RefundsOnChains {
  readonly networks: readonly NetworkSettings[];
  readonly assets: readonly Asset[];
  readonly signers: Pick<EvmSigners, 'accounts'>;
  readonly openReader: OpenReader;
  readonly memoPrefix: string;
  readonly logger: ChainLogger;
}

/** The simulated network needs no funds for a credit. */
const payersOf = (network: NetworkSettings, signers: Pick<EvmSigners, 'accounts'>): ReadonlySet<string> => {
  const simulated = network.family === 'simulated' ? [SIMULATED_FAUCET, SIMULATED_SPENDER] : [];
  return new Set([...ownAddressesOf(network, signers), ...simulated]);
};

/** Opens a reader for one question: refunds are rare, and a ledger command watches no network. */
export const refundOnChain =
  (on: RefundsOnChains): ObjectionToRefund =>
  async (told) => {
    const network = on.networks.find(({ name }) => name === told.network);
    if (network === undefined) return `${told.network} is not in NETWORKS_FILE`;
    const { assets, memoPrefix, logger } = on;
    const { rpcUrls, finality } = network;
    const reader = await on.openReader({ network, assets, rpcUrls, finality, memoPrefix, logger });
    try {
      const [found] = await reader.find([told.txid]);
      const to = canonicalAddress(network.family, told.to) ?? told.to;
      return objectionTo(found!, { ...told, to }, payersOf(network, on.signers));
    } finally {
      await reader.close();
    }
  };
