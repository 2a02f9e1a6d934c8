import { readOffer } from '../../src/bin/chains/networks';
import { readConfig } from '../../src/config';
import { networkEntry, temporaryFolder } from '../infra/catalog/written';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const KEY = `0x${'5a'.repeat(32)}`;
const polygon = { ...networkEntry, name: 'polygon', chainId: 137 };
const redemption = {
  ...{ assetId: 305, treasury: '0x00000000000000000000000000000000000000cc', signerKey: 'SPENDER' },
  partnerId: '7c9d2f7e-5b1c-4c6e-9a55-3f2a9b1c0d11',
};
const delivery = { signerKey: 'TREASURY' };

const offering = (network: object, environment: object = {}) => {
  const NETWORKS_FILE = folder.write({ networks: [network] });
  const keys = { SPENDER: KEY, TREASURY: KEY };
  return () => readOffer(readConfig({ NETWORKS_FILE, ...keys, ...environment }), []);
};

describe('a redemption', () => {
  test('takes a pegged token of its network', () => {
    expect(offering({ ...polygon, redemption })).not.toThrow();
  });

  test.each([
    ['is no pegged one', 302],
    ['is of another network', 101],
    ['is unknown', 999_999],
    ['is the coin', 301],
  ])('is refused where its asset %s', (_why, assetId) => {
    expect(offering({ ...polygon, redemption: { ...redemption, assetId } })).toThrow(
      `polygon: redemption.assetId: the catalog has no pegged token ${assetId} on polygon`,
    );
  });
});

describe('a delivery signer, which holds funds', () => {
  test.each(['', 'none', 'agent'])('is refused in live mode where REGULATORY_ROLE is %j', (role) => {
    expect(offering({ ...polygon, delivery }, { REGULATORY_ROLE: role })).toThrow(
      `polygon: delivery: a delivery signer needs REGULATORY_ROLE virtual-asset-service-provider or financial-institution, but the role is ${role === '' ? 'none' : role}`,
    );
  });

  test.each(['virtual-asset-service-provider', 'financial-institution'])('is taken from a %s', (role) => {
    expect(offering({ ...polygon, delivery }, { REGULATORY_ROLE: role })).not.toThrow();
  });

  test('is refused for an asset that the catalog does not sell on its network', () => {
    const selling = (assetIds: readonly number[]) =>
      offering({ ...polygon, mode: 'sandbox', delivery: { ...delivery, assetIds } });
    expect(selling([302])).not.toThrow();
    expect(selling([302, 306])).toThrow('polygon: delivery.assetIds: the catalog sells no asset 306 on polygon');
    expect(selling([101])).toThrow('the catalog sells no asset 101 on polygon');
  });
});
