import path from 'node:path';
import { buildCatalog } from '../../../infra/catalog/catalog';
import { readCatalogFile } from '../../../infra/catalog/catalog-file';
import {
  LOCAL_ETH,
  LOCAL_SOL,
  LOCAL_USDC,
  LOCAL_USDT,
  localNetwork,
  withLocalNetwork,
} from '../../../infra/catalog/local-network';
import { readNetworksFile } from '../../../infra/catalog/networks';
import { publicCatalog } from '../../../infra/catalog/public-catalog';
import { withSimulatedNetwork } from '../../../infra/catalog/simulated-network';
import { clockOf } from '../../../infra/clock';
import { createSandboxPriceFeed } from '../../../infra/providers/sandbox/prices';
import { localEvm, localSolana, networkEntry, RECEIVER, temporaryFolder } from './written';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const shipped = readCatalogFile(path.join(__dirname, '../../../config/catalog.json'));
const networksOf = (...entries: readonly object[]) =>
  readNetworksFile(folder.write({ networks: entries }), { expiryGraceSeconds: 600 });

const polygon = { ...networkEntry, name: 'polygon', chainId: 137 };
const xrpl = {
  ...networkEntry,
  name: 'xrpl',
  family: 'xrpl',
  chainId: undefined,
  networkId: '0',
  receiver: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
};

describe('the catalog file that we ship', () => {
  test('has the 39 assets of eight chains', () => {
    expect(shipped.assets).toHaveLength(39);
    expect(Object.keys(shipped.chains)).toHaveLength(8);
  });

  test('has a sandbox price for every asset that can be offered', async () => {
    const feed = createSandboxPriceFeed({ clock: clockOf(() => 0) });
    // A pegged asset is one real, and no feed is asked.
    const offered = shipped.assets.filter(({ cashIn, cashOut, pegBRL }) => (cashIn || cashOut) && pegBRL === undefined);
    const prices = await Promise.all(offered.map(({ symbol }) => feed.price({ deadlineMs: 1 }, symbol)));
    expect(prices.filter(({ ok }) => !ok)).toEqual([]);
  });
});

describe('a catalog file', () => {
  const eth = shipped.assets.find(({ assetId }) => assetId === 201);
  const usdt = shipped.assets.find(({ assetId }) => assetId === 202);
  const written = (...assets: readonly object[]) => folder.write({ ...shipped, assets });

  test('may contain every field of the published catalog format', () => {
    const extra = { recommendedEnable: true, minConfirmations: null, inUniswapList: true, addressCheck: 'eip55-ok' };
    expect(readCatalogFile(written({ ...usdt, ...extra })).assets).toHaveLength(1);
  });

  test.each<[string, object, string]>([
    ['an unknown key', { ...eth, adress: null }, 'assets[0].adress is not a known key'],
    ['a chain that is not there', { ...eth, chain: 'mars' }, 'asset 201 (ethereum:ETH): mars is not one of the chains'],
    ['a key that contradicts the entry', { ...eth, symbol: 'ETC' }, 'catalogKey is not chain:symbol'],
    ['an id that is no whole number', { ...eth, assetId: 1.5 }, 'assets[0].assetId'],
    ['a mistyped address', { ...usdt, address: '0xDAC17F958D2ee523a2206206994597C13D831ec7' }, 'is not a evm address'],
    ['a token without an address', { ...usdt, address: null }, 'address, or code and issuer, is missing'],
    ['a native coin with an address', { ...eth, address: RECEIVER }, 'a native coin has no address'],
    ['an offer without decimals', { ...eth, decimals: null }, 'without decimals cannot be offered'],
    ['another peg than one real', { ...eth, pegBRL: '2.00' }, 'assets[0].pegBRL'],
  ])('with %s is refused, naming the file and the key', (_what, entry, detail) => {
    const file = written(entry);
    expect(() => readCatalogFile(file)).toThrow(`CATALOG_FILE ${file}: `);
    expect(() => readCatalogFile(file)).toThrow(detail);
  });

  test('is refused with a chain of the simulated network’s name', () => {
    const chains = { ...shipped.chains, simulated: shipped.chains['ethereum'] };
    const file = folder.write({ ...shipped, chains });
    expect(() => readCatalogFile(file)).toThrow(
      `CATALOG_FILE ${file}: chains.simulated: the simulated network of the sandbox`,
    );
    const named = {
      ...shipped,
      chains: { ...shipped.chains, ethereum: { ...shipped.chains['ethereum'], family: 'simulated' } },
    };
    expect(() => readCatalogFile(folder.write(named))).toThrow('chains.ethereum.family');
  });

  test.each<[string, object]>([
    ['201', { ...usdt, assetId: 201 }],
    ['ethereum:ETH', { ...eth, assetId: 299 }],
    [
      'ethereum:0xdac17f958d2ee523a2206206994597c13d831ec7',
      { ...usdt, assetId: 299, symbol: 'X', catalogKey: 'ethereum:X' },
    ],
  ])('in which %s is there twice is refused', (twice, entry) => {
    expect(() => readCatalogFile(written(eth ?? {}, usdt ?? {}, entry))).toThrow(`${twice} is listed twice`);
  });
});

describe('the catalog', () => {
  test('offers the enabled assets on the reachable networks, and no others', () => {
    const { assets } = buildCatalog(shipped, networksOf(networkEntry));
    expect(assets.map(({ assetId, symbol }) => [assetId, symbol])).toEqual([
      [201, 'ETH'],
      [202, 'USDT'],
      [203, 'USDC'],
    ]);
    expect(assets[1]).toEqual({
      assetId: 202,
      symbol: 'USDT',
      network: 'ethereum',
      contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      decimals: 6,
      cashIn: true,
      cashOut: true,
      pegged: false,
    });
    expect(buildCatalog(shipped, []).assets).toEqual([]);
  });

  test('distinguishes pegged assets, and names issued ones by code and issuer', () => {
    const { assets } = buildCatalog(shipped, networksOf(polygon, xrpl));
    expect(assets.filter(({ pegged }) => pegged).map(({ symbol }) => symbol)).toEqual(['BRLA']);
    expect(assets.find(({ symbol }) => symbol === 'RLUSD')?.contract).toBe(
      '524C555344000000000000000000000000000000:rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
    );
  });

  test('refuses a network that uses the name of another chain', () => {
    const networks = networksOf({ ...networkEntry, chainId: 11_155_111 });
    expect(() => buildCatalog(shipped, networks)).toThrow('ethereum is evm 11155111, but evm 1 in the catalog:');
    const tron = networksOf({ ...xrpl, name: 'tron' });
    expect(() => buildCatalog(shipped, tron)).toThrow('tron is xrpl, but tron in the catalog:');
  });

  test('hides the addresses of its nodes', () => {
    const networks = networksOf(networkEntry);
    const catalog = buildCatalog(shipped, networks);
    expect(JSON.stringify(catalog)).not.toContain('rpc.example.com');
    expect(JSON.stringify(publicCatalog(catalog, networks))).not.toContain('rpc.example.com');
  });

  test('has the estimated cost of a transfer on each network, and does not publish it', () => {
    const networks = networksOf({ ...networkEntry, feeEstimateCents: 90 }, polygon);
    const catalog = buildCatalog(shipped, networks);
    expect(catalog.networks.map(({ feeEstimateCents }) => feeEstimateCents)).toEqual([90, undefined]);
    expect(JSON.stringify(publicCatalog(catalog, networks))).not.toContain('feeEstimate');
  });
});

describe('a local chain', () => {
  const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
  const network = localNetwork({ ...localEvm, tokenAddress: token });

  test('joins the catalog with its coin and the token that was deployed on it', () => {
    const before = buildCatalog(shipped, networksOf(networkEntry));
    const catalog = withLocalNetwork(before, network);
    const added = catalog.assets.slice(before.assets.length);
    expect(added.map(({ assetId, symbol, contract, decimals }) => [assetId, symbol, contract, decimals])).toEqual([
      [LOCAL_ETH, 'ETH', null, 18],
      [LOCAL_USDT, 'USDT', token.toLowerCase(), 6],
    ]);
    expect(catalog.networks.map(({ name, chainId }) => [name, chainId])).toEqual([
      ['ethereum', 1],
      ['local', 31_337],
    ]);
    expect(catalog.version).not.toBe(before.version);
  });

  test('joins the catalog beside the simulated network and the EVM chain when it is of Solana', () => {
    const chains = [localNetwork(localEvm), localNetwork(localSolana)];
    const catalog = chains.reduce(withLocalNetwork, withSimulatedNetwork(buildCatalog(shipped, [])));
    const ofSolana = catalog.assets.filter(({ network: name }) => name === 'local-solana');
    expect(ofSolana.map(({ assetId, symbol, contract, decimals }) => [assetId, symbol, contract, decimals])).toEqual([
      [LOCAL_SOL, 'SOL', null, 9],
      [LOCAL_USDC, 'USDC', localSolana.tokenAddress, 6],
    ]);
    expect(chains[1]?.network).toMatchObject({ chainId: null, networkId: localSolana.networkId, local: true });
    expect(() => localNetwork({ ...localSolana, receiver: RECEIVER })).toThrow(
      'is not an address of the solana family',
    );
  });
});
