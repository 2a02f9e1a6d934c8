import { canonicalAddress } from '../../../infra/chains/families';
import type { NetworkSettings } from '../../../infra/chains/network-settings';
import type { EvmSigners } from '../../../infra/providers/evm-signers';

type Signing = Pick<EvmSigners, 'accounts'>;

/** Lists receivers past and present, `ownAddresses`, treasuries and signers, in the family's canonical form. */
export const ownAddressesOf = (network: NetworkSettings, { accounts }: Signing): readonly string[] => {
  const { name, family, receiver, receivers, ownAddresses = [], redemption } = network;
  const treasuries = redemption === undefined ? [] : [redemption.treasury, ...redemption.formerTreasuries];
  const signing = accounts.filter((account) => account.network === name).map(({ address }) => address);
  const all = [receiver, ...receivers, ...ownAddresses, ...treasuries, ...signing];
  return [...new Set(all.map((address) => canonicalAddress(family, address) ?? address))];
};

/** Networks as watchers read them: a transfer from one of our addresses is OWN_TRANSFER. */
export const watchedNetworks = (networks: readonly NetworkSettings[], signing: Signing): readonly NetworkSettings[] =>
  networks.map((network) => ({ ...network, ownAddresses: ownAddressesOf(network, signing) }));
