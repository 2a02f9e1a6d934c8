import path from 'node:path';
import { readNetworksFile } from '../../../infra/catalog/networks';
import { networkEntry, RECEIVER, temporaryFolder } from './written';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const OLDER = '0x00000000000000000000000000000000000000bb';
const defaults = { expiryGraceSeconds: 600 };
const read = (...networks: readonly unknown[]) => readNetworksFile(folder.write({ networks }), defaults);

describe('the networks file', () => {
  test('names the nodes of a network, and has defaults for missing fields', () => {
    expect(read(networkEntry)).toEqual([
      {
        ...networkEntry,
        ...{ receivers: [RECEIVER], networkId: null, headers: {}, callsPerSecond: null, watchNative: false },
        ...{ blockTimeToleranceSeconds: 30, expiryGraceSeconds: 600, local: false, ownAddresses: [] },
      },
    ]);
  });

  test('may set a depth, and omits the chain id for networks without one', () => {
    expect(read({ ...networkEntry, finality: { depth: 12 } })[0]?.finality).toEqual({ depth: 12 });
    const { chainId: _chainId, ...tron } = networkEntry;
    const receiver = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const networkId = '0'.repeat(64);
    expect(read({ ...tron, name: 'tron', family: 'tron', receiver, networkId })[0]).toMatchObject({
      ...{ chainId: null, receiver, networkId },
    });
  });

  test('stores an EVM receiver in lower case, and detects a typing error by the checksum', () => {
    const receiver = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
    expect(read({ ...networkEntry, receiver })[0]?.receiver).toBe(receiver.toLowerCase());
    const mistyped = receiver.replace('dAC', 'DAC');
    expect(() => read({ ...networkEntry, receiver: mistyped })).toThrow(
      `ethereum: receiver: ${mistyped} is not an address of the evm family`,
    );
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
    ['a fee below zero', { ...networkEntry, feeEstimateCents: -1 }, 'networks[0].feeEstimateCents'],
    ['a fee in parts of a cent', { ...networkEntry, feeEstimateCents: 0.5 }, 'networks[0].feeEstimateCents'],
    ['a fee of a fortune', { ...networkEntry, feeEstimateCents: 100_001 }, 'networks[0].feeEstimateCents'],
    ['a name that no stream can carry', { ...networkEntry, name: 'Main Net' }, 'networks[0].name'],
    ['an EVM network without a chain id', { ...networkEntry, chainId: null }, 'an EVM network has a chainId'],
    ['an own address of another family', { ...networkEntry, ownAddresses: ['r'] }, 'ownAddresses: r is not an address'],
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

  test('refuses a duplicate name', () => {
    expect(() => read(networkEntry, networkEntry)).toThrow('ethereum is listed twice');
  });

  test('must state the mode of each network, except of a local chain', () => {
    expect(read({ ...networkEntry, mode: 'sandbox' })[0]?.mode).toBe('sandbox');
    const { mode: _mode, ...unsaid } = networkEntry;
    expect(read({ ...unsaid, local: true })[0]?.mode).toBe('sandbox');
    expect(read({ ...networkEntry, mode: 'sandbox', local: true })[0]?.mode).toBe('sandbox');
    expect(() => read(unsaid)).toThrow('ethereum: mode: is missing: "live" for real money, "sandbox"');
    expect(() => read({ ...unsaid, local: false })).toThrow('ethereum: mode: is missing');
    expect(() => read({ ...networkEntry, local: true })).toThrow('ethereum: mode: a local chain is never live');
  });

  test('may name several receivers, the current one first', () => {
    const { receiver: _receiver, ...entry } = networkEntry;
    const checksummed = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
    expect(read({ ...entry, receivers: [checksummed, OLDER] })[0]).toMatchObject({
      receiver: checksummed.toLowerCase(),
      receivers: [checksummed.toLowerCase(), OLDER],
    });
  });

  test.each<[string, object, string]>([
    [
      'neither receiver nor receivers',
      { receiver: undefined },
      'ethereum: receivers: exactly one of receiver and receivers',
    ],
    ['both', { receivers: [RECEIVER] }, 'ethereum: receivers: exactly one of receiver and receivers'],
    ['no receiver in the list', { receiver: undefined, receivers: [] }, 'networks[0].receivers'],
    [
      'one twice',
      { receiver: undefined, receivers: [OLDER, OLDER.toUpperCase().replace('X', 'x')] },
      'is listed twice',
    ],
    [
      'one of another family',
      { receiver: undefined, receivers: [RECEIVER, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'] },
      'ethereum: receivers: TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t is not an address of the evm family',
    ],
    ['21 of them', { receiver: undefined, receivers: Array(21).fill(RECEIVER) }, 'networks[0].receivers'],
    ['a call and a half a second', { callsPerSecond: 1.5 }, 'networks[0].callsPerSecond'],
    ['a name for an EVM chain', { networkId: 'mainnet' }, 'ethereum: networkId: an EVM network has a chainId'],
  ])('with %s is refused', (_what, change, detail) => {
    expect(() => read({ ...networkEntry, ...change })).toThrow(detail);
  });

  describe('with headers', () => {
    const readWith = (headers: object, values: Readonly<Record<string, string>>) =>
      readNetworksFile(folder.write({ networks: [{ ...networkEntry, headers }] }), defaults, (name) => values[name]);

    test('reads their values from the environment', () => {
      const headers = { Authorization: 'NODE_KEY', 'x-project': 'NODE_PROJECT' };
      const [network] = readWith(headers, { NODE_KEY: 'Bearer s3cret', NODE_PROJECT: 'p1' });
      expect(network?.headers).toEqual({ Authorization: 'Bearer s3cret', 'x-project': 'p1' });
    });

    test('refuses to start without a value, and names it', () => {
      expect(() => readWith({ authorization: 'NODE_KEY' }, {})).toThrow(
        'ethereum: headers.authorization: the environment variable NODE_KEY is not set',
      );
    });

    test.each([
      ['that was pasted instead of a name', { authorization: 'sk_s3cret' }, {}, 'must be the name of an environment'],
      [
        'that ends the header',
        { authorization: 'NODE_KEY' },
        { NODE_KEY: 's3cret\r\nx: y' },
        'cannot stand in a header',
      ],
    ])('never repeats a value %s', (_what, headers, values, detail) => {
      let refusal = '';
      try {
        readWith(headers, values);
      } catch (error) {
        refusal = String(error);
      }
      expect(refusal).toContain(detail);
      expect(refusal).not.toContain('s3cret');
    });

    test.each(['Host', 'content-length', 'a b', ''])('refuses %j, which operators may not set', (name) => {
      expect(() => readWith({ [name]: 'NODE_KEY' }, { NODE_KEY: 'x' })).toThrow('networks[0].headers');
    });

    test('refuses a duplicate header', () => {
      expect(() => readWith({ 'X-Key': 'NODE_KEY', 'x-key': 'NODE_KEY' }, { NODE_KEY: 'x' })).toThrow(
        'ethereum: headers: x-key is listed twice',
      );
    });
  });

  test('refuses a missing file, or one that is not JSON, by its path', () => {
    expect(() => readNetworksFile('/nowhere/networks.json', defaults)).toThrow(
      'NETWORKS_FILE /nowhere/networks.json: cannot be read',
    );
    expect(() => readNetworksFile(folder.write('{'), defaults)).toThrow('is not JSON');
  });

  test('accepts the shipped example', () => {
    const example = readNetworksFile(
      path.join(__dirname, '../../../config/networks.example.json'),
      defaults,
      () => `0x${'5a'.repeat(32)}`,
    );
    expect(example.map(({ name, mode, receivers }) => [name, mode, receivers])).toEqual([
      ['ethereum', 'live', [RECEIVER]],
      ['polygon', 'live', [RECEIVER, OLDER]],
      ['solana', 'live', ['11111111111111111111111111111113w']],
      ['xrpl', 'live', ['rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De']],
      ['stellar', 'live', ['GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF']],
      ['tron', 'live', ['TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj']],
      ['local', 'sandbox', [RECEIVER]],
    ]);
  });
});
