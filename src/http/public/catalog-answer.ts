import type { PublicCatalog } from '../deps';
import type { CatalogAnswer } from './catalog.dto';

/** The catalog as it is answered, with and without an envelope. */
export const copyOfCatalog = (catalog: PublicCatalog): CatalogAnswer => ({
  ...catalog,
  networks: [...catalog.networks],
  assets: [...catalog.assets],
});
