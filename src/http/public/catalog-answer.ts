import type { Mode } from '../../../aggregates/partner/events';
import type { PublicCatalog } from '../deps';
import type { CatalogAnswer } from './catalog.dto';

/** The catalog as it is answered, with and without an envelope. */
export const copyOfCatalog = (catalog: PublicCatalog): CatalogAnswer => ({
  ...catalog,
  networks: [...catalog.networks],
  assets: [...catalog.assets],
});

/** What credentials of one mode may use of it; its version is that of the whole. */
export const catalogOfMode = (catalog: PublicCatalog, mode: Mode): PublicCatalog => {
  const networks = catalog.networks.filter((network) => network.mode === mode);
  const names = new Set(networks.map(({ name }) => name));
  return { ...catalog, networks, assets: catalog.assets.filter(({ network }) => names.has(network)) };
};
