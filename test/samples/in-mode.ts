import type { Mode } from '../../aggregates/partner/events';
import type { Catalog } from '../../commands/ports/chains/catalog';

/** The same networks in this mode, except the simulated one, which has a mode by its type. */
export const inMode = (catalog: Catalog, mode: Mode): Catalog => ({
  ...catalog,
  networks: catalog.networks.map((network) => (network.family === 'simulated' ? network : { ...network, mode })),
});
