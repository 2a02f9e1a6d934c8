import type { Query } from '../../../read-models/table';
import type { Config } from '../../config';
import type { Offer } from '../chains/networks';
import type { Priced } from '../wiring/prices/prices';

type Role = Pick<Config, 'REGULATORY_ROLE'>;

const refusalFor = (what: string): Error =>
  new Error(`REGULATORY_ROLE must be given: ${what} (docs/operations/networks.md)`);

/** Throws without a role: real money needs the operator's word about the authorisation. */
export const mustHaveRole = (
  { REGULATORY_ROLE: role }: Role,
  { networks }: Pick<Offer, 'networks'>,
  { providers }: Pick<Priced, 'providers'>,
): void => {
  if (role !== undefined) return;
  const network = networks.find(({ mode }) => mode === 'live');
  if (network !== undefined) throw refusalFor(`NETWORKS_FILE has the live network ${network.name}`);
  const provider = providers.find(({ secrets }) => secrets !== null);
  if (provider !== undefined) throw refusalFor(`PROVIDERS_FILE has the live provider ${provider.name}`);
};

/** The same for the credentials of partners, which are in the database. */
export const mustHaveRoleForPartners = async ({ REGULATORY_ROLE: role }: Role, query: Query): Promise<void> => {
  if (role !== undefined) return;
  const live = `SELECT partner_id FROM lastro.api_keys WHERE mode = 'live' AND status = 'ACTIVE' LIMIT 1`;
  const [found] = await query<{ readonly partner_id: string }>(live, []);
  if (found !== undefined) throw refusalFor(`partner ${found.partner_id} has a live credential`);
};
