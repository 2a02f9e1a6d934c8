import { randomBytes } from 'node:crypto';
import { localNetwork } from '../../infra/catalog/local-network';
import { type Offer, readOffer } from '../../src/bin/chains/networks';
import { readConfig } from '../../src/config';
import { localEvm, localSolana, networkEntry, temporaryFolder } from '../infra/catalog/written';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const offerOf = (...networks: readonly object[]) =>
  readOffer(readConfig({ NETWORKS_FILE: folder.write({ networks }) }), []);

const namedIn = ({ networks }: Offer) => networks.map(({ name }) => name).filter((name) => name !== 'simulated');

const other = (family: string, receiver: string, networkId: string) => ({
  ...networkEntry,
  ...{ name: family, family, receiver, networkId, chainId: undefined },
});

describe('a network that no reader can watch is not offered', () => {
  test.each(['ws', 'wss'])('is rejected for %s URLs at any place, without the URL in the message', (scheme) => {
    const rpcUrls = ['https://node.example', `${scheme}://node.example/k3y`];
    const offering = () => offerOf({ ...networkEntry, rpcUrls });
    expect(offering).toThrow('ethereum: rpcUrls[1]: the scheme must be one of http://, https://');
    expect(offering).not.toThrow(/k3y/);
  });

  test.each<[string, object, string]>([
    ['a depth', { finality: { depth: 3 } }, 'finality: the xrpl family is read at finality only'],
    ['a grace below its lag', { expiryGraceSeconds: 14 }, 'expiryGraceSeconds: 14 s is shorter than the 15 s'],
  ])('its family, which is read at finality only, refuses %s', (_name, given, words) => {
    const entry = { ...other('xrpl', 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De', '0'), expiryGraceSeconds: 15 };
    expect(namedIn(offerOf(entry))).toEqual(['xrpl']);
    expect(() => offerOf({ ...entry, ...given })).toThrow(`xrpl: ${words}`);
  });

  test('is refused when the catalog has no asset on it, unless its coin is watched', () => {
    const elsewhere = { ...networkEntry, name: 'elsewhere' };
    expect(() => offerOf(networkEntry, elsewhere)).toThrow('elsewhere: name: the catalog offers no asset on elsewhere');
    expect(namedIn(offerOf({ ...elsewhere, watchNative: true }))).toEqual(['elsewhere']);
  });

  describe('a family that is read at finality only', () => {
    const solana = {
      ...other(
        'solana',
        '7cVfgArCheMR6Cs4t6vz5rfnqd56vZq4ndaBrY5xkxXy',
        '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
      ),
      ...{ finality: 'finalized', expiryGraceSeconds: 30, watchNative: true },
    };

    test('offers a network with the grace that its finality needs', () => {
      expect(namedIn(offerOf(solana))).toEqual(['solana']);
    });

    test('refuses a shorter grace', () => {
      expect(() => offerOf({ ...solana, expiryGraceSeconds: 29 })).toThrow(
        'solana: expiryGraceSeconds: 29 s is shorter than the 30 s that the solana family needs',
      );
    });

    test('refuses a finality that is a depth', () => {
      expect(() => offerOf({ ...solana, finality: { depth: 32 } })).toThrow(
        'solana: finality: the solana family is read at finality only: "finalized"',
      );
    });
  });

  test.each<[string, object, object]>([
    ['its own', { EXPIRY_CEILING_SECONDS: '300' }, { expiryGraceSeconds: 301 }],
    ['that of the service', { EXPIRY_CEILING_SECONDS: '300', EXPIRY_GRACE_SECONDS: '301' }, {}],
    ['the one that holds when nothing is said', { EXPIRY_CEILING_SECONDS: '300' }, {}],
  ])('is refused when its expiry would end at the ceiling before its grace: %s', (_name, settings, entry) => {
    const offering = (differences: object) => {
      const file = folder.write({ networks: [{ ...networkEntry, ...entry, ...differences }] });
      return readOffer(readConfig({ NETWORKS_FILE: file, ...settings }), []);
    };
    expect(() => offering({})).toThrow(/ethereum: expiryGraceSeconds: \d+ s exceeds EXPIRY_CEILING_SECONDS \(300\)/);
    expect(namedIn(offering({ expiryGraceSeconds: 300 }))).toEqual(['ethereum']);
  });
});

describe('a local chain', () => {
  test('is omitted when no reader accepts its URL, while the other one is offered', () => {
    const chains = [localEvm, { ...localSolana, rpcUrl: 'ws://127.0.0.1:8900' }].map(localNetwork);
    const offer = readOffer(readConfig({}), chains);
    expect(namedIn(offer)).toEqual(['local']);
    expect(offer.catalog.assets.map(({ network }) => network)).not.toContain('local-solana');
  });

  test.each(['local', 'local-solana'])('reserves the name %s, also against live networks of the file', (name) => {
    expect(() => offerOf({ ...networkEntry, name })).toThrow(`${name}: name: names the local chain of this service`);
  });
});

describe('the simulated network', () => {
  test('is offered without a file, with a pegged asset and two others, for the sandbox alone', () => {
    const { networks, catalog } = readOffer(readConfig({}), []);
    expect(networks.map(({ name, family, mode }) => [name, family, mode])).toEqual([
      ['simulated', 'simulated', 'sandbox'],
    ]);
    expect(catalog.assets.map(({ assetId, symbol, pegged }) => [assetId, symbol, pegged])).toEqual([
      [9101, 'SIMETH', false],
      [9102, 'SIMUSD', false],
      [9103, 'BRLS', true],
    ]);
  });

  test.each(['live', 'sandbox'])('has a name that no other network can have, in mode %s', (mode) => {
    expect(() => offerOf({ ...networkEntry, name: 'simulated', mode })).toThrow(
      /^NETWORKS_FILE \S+\.json: simulated: name: belongs to the simulated network of the sandbox$/,
    );
  });

  test('has a family that no file can contain, live or not', () => {
    for (const mode of ['live', 'sandbox'])
      expect(() => offerOf({ ...networkEntry, family: 'simulated', chainId: undefined, mode })).toThrow('family: ');
  });
});

describe('the networks on which wallets log in', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_BASE_URL: 'https://pay.example',
    REGULATORY_ROLE: 'none',
    DATABASE_URL: 'postgres://127.0.0.1/x',
    MASTER_KEY: randomBytes(32).toString('base64'),
    JWT_KEYS: `k:${randomBytes(32).toString('base64url')}`,
  };
  const namesIn = (environment: object) => {
    const NETWORKS_FILE = folder.write({ networks: [{ ...networkEntry, mode: 'live' }] });
    const offer = readOffer(readConfig({ ...environment, NETWORKS_FILE }), [localNetwork(localEvm)]);
    return offer.loginNetworks.map(({ name }) => name);
  };

  test('exclude, in a live instance, a chain where anyone can put code at any address', () => {
    for (const name of ['local', 'simulated']) expect(namesIn(production)).not.toContain(name);
    expect(namesIn(production)).toEqual(expect.arrayContaining(['ethereum', 'solana']));
  });

  test('include, in a sandbox instance, its local chain, but not the live chain that it watches', () => {
    expect(namesIn({})).toEqual(expect.arrayContaining(['local', 'simulated', 'solana']));
    expect(namesIn({})).not.toContain('ethereum');
  });
});
