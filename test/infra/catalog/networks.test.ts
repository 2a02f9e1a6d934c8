import path from 'node:path';
import { readNetworksFile } from '../../../infra/catalog/networks';
import { networkEntry, RECEIVER, temporaryFolder } from './written';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const defaults = { expiryGraceSeconds: 600 };
const read = (...networks: readonly unknown[]) => readNetworksFile(folder.write({ networks }), defaults);

describe('the networks file', () => {
  test('says how a network is reached; what it leaves out has defaults', () => {
    expect(read(networkEntry)).toEqual([
      { ...networkEntry, blockTimeToleranceSeconds: 30, expiryGraceSeconds: 600, local: false },
    ]);
  });

  test('gives local networks ten seconds of grace', () => {
    expect(read({ ...networkEntry, local: true })[0]?.expiryGraceSeconds).toBe(10);
    expect(read({ ...networkEntry, local: true, expiryGraceSeconds: 3 })[0]?.expiryGraceSeconds).toBe(3);
  });

  test('may ask for a depth, and name no chain id for networks that have none', () => {
    expect(read({ ...networkEntry, finality: { depth: 12 } })[0]?.finality).toEqual({ depth: 12 });
    const { chainId: _chainId, ...tron } = networkEntry;
    const receiver = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    expect(read({ ...tron, name: 'tron', family: 'tron', receiver })[0]).toMatchObject({ chainId: null, receiver });
  });

  test('keeps an EVM receiver in lower case, and notices a mistyped one by its checksum', () => {
    const receiver = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
    expect(read({ ...networkEntry, receiver })[0]?.receiver).toBe(receiver.toLowerCase());
    const mistyped = receiver.replace('dAC', 'DAC');
    expect(() => read({ ...networkEntry, receiver: mistyped })).toThrow('the receiver of ethereum is not an address');
  });

  test.each<[string, unknown, string]>([
    ['an unknown key', { ...networkEntry, rpcUrl: 'x' }, 'networks[0].rpcUrl is not a known key'],
    ['a nested unknown key', { ...networkEntry, finality: { depth: 1, tag: 'x' } }, 'networks[0].finality'],
    ['a missing key', { ...networkEntry, rpcUrls: undefined }, 'networks[0].rpcUrls'],
    ['no URL', { ...networkEntry, rpcUrls: [] }, 'networks[0].rpcUrls'],
    ['a URL of another kind', { ...networkEntry, rpcUrls: ['file:///etc/passwd'] }, 'networks[0].rpcUrls[0]'],
    ['an unknown family', { ...networkEntry, family: 'btc' }, 'networks[0].family'],
    ['a depth of zero', { ...networkEntry, finality: { depth: 0 } }, 'networks[0].finality'],
    ['a frantic poll', { ...networkEntry, pollIntervalMs: 1 }, 'networks[0].pollIntervalMs'],
    ['a name that no stream can carry', { ...networkEntry, name: 'Main Net' }, 'networks[0].name'],
    ['an EVM network without a chain id', { ...networkEntry, chainId: null }, 'an EVM network has a chainId'],
    ['an address of another family', { ...networkEntry, family: 'xrpl' }, 'not an address of the xrpl family'],
  ])('refuses %s, naming the file and the key', (_what, entry, detail) => {
    const file = folder.write({ networks: [entry] });
    expect(() => readNetworksFile(file, defaults)).toThrow(`NETWORKS_FILE ${file}: `);
    expect(() => readNetworksFile(file, defaults)).toThrow(detail);
  });

  test('refuses an unknown key beside the list', () => {
    const file = folder.write({ networks: [], assets: [] });
    expect(() => readNetworksFile(file, defaults)).toThrow(`NETWORKS_FILE ${file}: assets is not a known key`);
  });

  test('refuses a name that is there twice', () => {
    expect(() => read(networkEntry, networkEntry)).toThrow('ethereum is there twice');
  });

  test('that is not there, or is not JSON, is named', () => {
    expect(() => readNetworksFile('/nowhere/networks.json', defaults)).toThrow(
      'NETWORKS_FILE /nowhere/networks.json: cannot be read',
    );
    expect(() => readNetworksFile(folder.write('{'), defaults)).toThrow('is not JSON');
  });

  test('that we ship as an example is sound', () => {
    const example = readNetworksFile(path.join(__dirname, '../../../config/networks.example.json'), defaults);
    expect(example.map(({ name, receiver }) => [name, receiver])).toEqual([
      ['ethereum', RECEIVER],
      ['polygon', RECEIVER],
      ['local', RECEIVER],
    ]);
  });
});
