import type { Asset } from '../../../commands/ports/chains/catalog';
import type { ObjectionToRefund } from '../../../commands/ports/chains/refund-on-chain';
import { objectionTo } from '../../../commands/trouble/refund-on-chain';
import { canonicalAddress } from '../../../infra/chains/families';
import type { NetworkSettings } from '../../../infra/chains/network-settings';
import type { ChainLogger } from '../../../infra/chains/reader-options';
import { SIMULATED_FAUCET, SIMULATED_SPENDER } from '../../../infra/chains/simulated/network';
import type { EvmSigners } from '../../../infra/providers/evm-signers';
import type { OpenReader } from './reading';

export interface RefundsOnChains {
  readonly networks: readonly NetworkSettings[];
  readonly assets: readonly Asset[];
  readonly signers: Pick<EvmSigners, 'accounts'>;
  readonly openReader: OpenReader;
  readonly memoPrefix: string;
  readonly logger: ChainLogger;
}

/** Receivers past and present, `ownAddresses`, treasuries and signers. The simulated network credits out of nothing. */
export const ownAddressesOf = (
  network: NetworkSettings,
  { accounts }: Pick<EvmSigners, 'accounts'>,
): ReadonlySet<string> => {
  const { family, receiver, receivers, ownAddresses = [], redemption } = network;
  const treasuries = redemption === undefined ? [] : [redemption.treasury, ...redemption.formerTreasuries];
  const signing = accounts.filter((account) => account.network === network.name).map(({ address }) => address);
  const simulated = family === 'simulated' ? [SIMULATED_FAUCET, SIMULATED_SPENDER] : [];
  const all = [receiver, ...receivers, ...ownAddresses, ...treasuries, ...signing, ...simulated];
  return new Set(all.map((address) => canonicalAddress(family, address) ?? address));
};

/** Opens a reader for one question: refunds are rare, and a command of the ledger watches nothing. */
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
      return objectionTo(found!, { ...told, to }, ownAddressesOf(network, on.signers));
    } finally {
      await reader.close();
    }
  };
