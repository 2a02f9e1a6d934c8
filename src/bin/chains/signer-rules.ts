import type { Asset, Catalog } from '../../../commands/ports/chains/catalog';
import type { NetworkSettings } from '../../../infra/chains/network-settings';
import type { Config } from '../../config';

interface Objection {
  readonly key: string;
  readonly detail: string;
}

/** Roles that may hold crypto owed to others (Law 14.478/2022, BCB resolutions 519 to 521). */
const MAY_HOLD: readonly Config['REGULATORY_ROLE'][] = ['virtual-asset-service-provider', 'financial-institution'];

const assetOf = ({ assets }: Catalog, network: string, id: number): Asset | undefined =>
  assets.find((asset) => asset.assetId === id && asset.network === network);

const toRedemption = ({ name, redemption }: NetworkSettings, catalog: Catalog): Objection | null => {
  if (redemption === undefined) return null;
  const asset = assetOf(catalog, name, redemption.assetId);
  if (asset === undefined || !asset.pegged || asset.contract === null) {
    const detail = `the catalog has no pegged token ${redemption.assetId} on ${name}`;
    return { key: 'redemption.assetId', detail };
  }
  return [redemption.treasury, ...redemption.formerTreasuries].includes(asset.contract)
    ? { key: 'redemption.treasury', detail: 'is the contract of the token: tokens sent there are lost' }
    : null;
};

const toDelivery = (
  { REGULATORY_ROLE: role = 'none' }: Pick<Config, 'REGULATORY_ROLE'>,
  { name, mode, delivery }: NetworkSettings,
  catalog: Catalog,
): Objection | null => {
  if (delivery === undefined) return null;
  if (mode === 'live' && !MAY_HOLD.includes(role)) {
    const detail = `a delivery signer needs REGULATORY_ROLE ${MAY_HOLD.join(' or ')}, but the role is ${role}`;
    return { key: 'delivery', detail };
  }
  const foreign = (delivery.assetIds ?? []).find((id) => assetOf(catalog, name, id)?.cashIn !== true);
  if (foreign === undefined) return null;
  return { key: 'delivery.assetIds', detail: `the catalog sells no asset ${foreign} on ${name}` };
};

/** Why signers must not sign, or null: the part that can be checked before any connection opens. */
export const objectionToSigning = (
  config: Pick<Config, 'REGULATORY_ROLE'>,
  network: NetworkSettings,
  catalog: Catalog,
): Objection | null => toRedemption(network, catalog) ?? toDelivery(config, network, catalog);
