import type { Asset, RealNetwork } from '../../../commands/ports/chains/catalog';
import { isOfferedAsQuoted, offeredAsset } from '../../../commands/quote/offered-asset';
import { catalog } from '../../samples/quoting';

const [network] = catalog.networks as readonly [RealNetwork, ...RealNetwork[]];
const [asset] = catalog.assets as readonly [Asset, ...Asset[]];
const quoted = { assetId: 201, network: 'ethereum', mode: 'sandbox', receiver: '0xaa', decimals: 6 } as const;

const withNetwork = (change: Partial<RealNetwork>) => ({ ...catalog, networks: [{ ...network, ...change }] });
const withAsset = (change: Partial<Asset>) => ({ ...catalog, assets: [{ ...asset, ...change }] });

test('offers an asset to credentials of the mode of its network', () => {
  expect(offeredAsset(catalog, 201, 'sandbox')).toEqual({ asset, network });
  expect(offeredAsset(catalog, 201, 'live')).toBeNull();
  expect(offeredAsset(withNetwork({ mode: 'live' }), 201, 'sandbox')).toBeNull();
  expect(offeredAsset(catalog, 203, 'sandbox')).toBeNull();
  expect(offeredAsset(catalog, 999, 'sandbox')).toBeNull();
});

test.each([
  ['as it was', catalog, true],
  ['with a newer receiver beside the quoted one', withNetwork({ receiver: '0xbb', receivers: ['0xbb', '0xaa'] }), true],
  ['with another mode', withNetwork({ mode: 'live' }), false],
  ['with another receiver', withNetwork({ receiver: '0xbb', receivers: ['0xbb'] }), false],
  ['without the network', { ...catalog, networks: [] }, false],
  ['without the asset', { ...catalog, assets: [] }, false],
  ['that does not buy it any more', withAsset({ cashOut: false }), false],
  ['that counts it in other units', withAsset({ decimals: 18 }), false],
  [
    'that has moved it to another network',
    { ...withAsset({ network: 'base' }), networks: [{ ...network, name: 'base' }] },
    false,
  ],
])('decides if a quote can be paid in a catalog %s: %#', (_what, now, expected) => {
  expect(isOfferedAsQuoted(now, quoted)).toBe(expected);
});
