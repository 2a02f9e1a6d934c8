import type { Mode } from '../../../aggregates/partner/events';
import type { PublicCatalog } from '../deps';
import type { CatalogAnswer } from './catalog.dto';

export const copyOfCatalog = (catalog: PublicCatalog): CatalogAnswer => ({
  ...catalog,
  networks: [...catalog.networks],
  assets: [...catalog.assets],
});

/** The part for credentials of the mode; the version is that of the whole catalog. */
export const catalogOfMode = (catalog: PublicCatalog, mode: Mode): PublicCatalog => {
  const networks = catalog.networks.filter((network) => network.mode === mode);
  const names = new Set(networks.map(({ name }) => name));
  return { ...catalog, networks, assets: catalog.assets.filter(({ network }) => names.has(network)) };
};
