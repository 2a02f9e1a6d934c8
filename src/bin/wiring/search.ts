import { listWatched } from '../../../infra/chains/stores/watched-networks';
import type { SearchDeps } from '../../reads/search/found';
import type { Adapters } from './adapters';

/** The ports of a search, over the pool of the operators' command line. */
export const searchDeps = ({ ports, offer }: Pick<Adapters, 'ports' | 'offer'>): SearchDeps => {
  const { query, vault, canonicalAddress } = ports;
  const families = new Map([...offer.networks, ...offer.loginNetworks].map(({ name, family }) => [name, family]));
  return {
    ...{ query, vault, canonicalAddress },
    walletNetworks: [...families].map(([name, family]) => ({ name, family })),
    networkNames: async () => {
      const watched = (await listWatched(query)).map(({ network }) => network);
      return [...new Set([...offer.networks.map(({ name }) => name), ...watched])];
    },
  };
};
