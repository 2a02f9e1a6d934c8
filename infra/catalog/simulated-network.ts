import type { Catalog } from '../../commands/ports/chains/catalog';
import { SIMULATED_ASSETS, simulatedNetwork } from '../chains/simulated/network';
import { addNetwork } from './catalog';

export const withSimulatedNetwork = (catalog: Catalog): Catalog =>
  addNetwork(catalog, simulatedNetwork, SIMULATED_ASSETS);
