import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { getAddress } from 'ethers/address';
import type { ChainFamily } from '../../../../aggregates/chain';
import { CARRIAGES } from '../../../../aggregates/quote/carriable';
import { canonicalAddress, createChainReader, FAMILIES, FAMILY_NAMES } from '../../../../infra/chains/families';
import type { ChainIdentity } from '../../../../infra/chains/family';
import { simulatedNetwork } from '../../../../infra/chains/simulated/network';
import fc from '../../../properties';
import { networkOf, optionsFor } from './evm/scenario';

const options = optionsFor({ url: 'http://127.0.0.1:1', chainId: 31_337 });

describe('The list of chain families', () => {
  it('loads the EVM', async () => {
    expect((await createChainReader(options)).network).toBe('local');
  });

  it.each([
    ['solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'],
    ['xrpl', '0', 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De'],
    ['tron', '0'.repeat(64), 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['stellar', 'Test Network', 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'],
  ] as const)('loads %s', async (family, networkId, receiver) => {
    const network = { ...options.network, family, networkId, receiver, receivers: [] };
    const reader = await createChainReader({ ...options, network, assets: [] });
    await reader.close();
    expect(reader.network).toBe('local');
  });

  it('rejects an invalid configuration of a network, and does not throw', async () => {
    await expect(createChainReader({ ...options, network: networkOf(1, '0x1') })).rejects.toThrow(
      'is not an EVM address',
    );
  });
});

test('the simulated network is rejected, since no library reads it', async () => {
  await expect(createChainReader({ ...options, network: simulatedNetwork })).rejects.toThrow(
    "simulated: the simulated network is read in the service's own database",
  );
});

/** A script that lists the packages loaded by a process that requires the registry alone. */
const LOADED = `
  require(${JSON.stringify(path.join(__dirname, '../../../typescript.cjs'))});
  require(${JSON.stringify(path.join(__dirname, '../../../../infra/chains/families.ts'))});
  const packages = Object.keys(require.cache).map((file) => /node_modules.((?:@[^/]+.)?[^/]+)/.exec(file)?.[1]);
  console.log(JSON.stringify([...new Set(packages)].filter((name) => name && !name.startsWith('@swc'))));
`;

describe('The registry of families', () => {
  it('loads no SDK, since the light parts need one hash and two alphabets', () => {
    const said = execFileSync(process.execPath, ['-e', LOADED], { encoding: 'utf8' });
    expect(JSON.parse(said)).toEqual(['@noble/hashes', '@scure/base']);
  });

  it.each(FAMILY_NAMES)('refers to what %s can carry', (family) => {
    expect(FAMILIES[family].carriage).toBe(CARRIAGES[family]);
  });

  it.each<[ChainFamily, string]>([
    ['evm', 'CALLDATA'],
    ['simulated', 'MEMO'],
    ['solana', 'SPL_MEMO'],
    ['tron', 'DATA'],
    ['xrpl', 'MEMO'],
  ])('says where a memo is placed on %s, byte for byte', (family, memoType) => {
    expect(FAMILIES[family].memo('acme:é')).toEqual({ memoType, memoValue: 'acme:é' });
  });

  it('says that Stellar transfers the hash of a memo', () => {
    const memoValue = createHash('sha256').update('acme:é', 'utf8').digest('hex');
    expect(FAMILIES.stellar.memo('acme:é')).toEqual({ memoType: 'MEMO_HASH', memoValue });
  });

  const HASH = 'ab'.repeat(32);
  it.each<[ChainFamily, Partial<ChainIdentity>, string | null]>([
    ['evm', { chainId: 1 }, null],
    ['evm', {}, 'chainId'],
    ['evm', { networkId: '1' }, 'chainId'],
    ['evm', { chainId: 1, networkId: '1' }, 'networkId'],
    ['simulated', {}, 'family'],
    ['solana', { networkId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }, null],
    ['solana', { networkId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, 'networkId'],
    ['solana', { networkId: 'mainnet-beta' }, 'networkId'],
    ['solana', {}, 'networkId'],
    ['solana', { chainId: 1 }, 'chainId'],
    ['stellar', { networkId: 'Public Global Stellar Network ; September 2015' }, null],
    ['stellar', { networkId: 'Public\n' }, 'networkId'],
    ['stellar', { chainId: 1, networkId: 'x' }, 'chainId'],
    ['tron', { networkId: HASH }, null],
    ['tron', { networkId: HASH.toUpperCase() }, 'networkId'],
    ['tron', { networkId: `0x${HASH}` }, 'networkId'],
    ['xrpl', { networkId: '0' }, null],
    ['xrpl', { networkId: '21337' }, null],
    ['xrpl', { networkId: '01' }, 'networkId'],
    ['xrpl', { networkId: 'mainnet' }, 'networkId'],
  ])('knows how a chain of %s calls itself: %j', (family, identity, key) => {
    const objection = FAMILIES[family].objectionToIdentity({ chainId: null, networkId: null, ...identity });
    expect(objection?.key ?? null).toBe(key);
  });

  it('accepts the same EVM addresses as the library', () => {
    const cases = fc.tuple(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.array(fc.nat(39), { maxLength: 3 }));
    const property = fc.property(cases, ([bytes, flips]) => {
      const right = getAddress(`0x${Buffer.from(bytes).toString('hex')}`);
      expect(canonicalAddress('evm', right)).toBe(right.toLowerCase());
      const letters = Array.from(right.slice(2));
      for (const index of flips) {
        const letter = letters[index] ?? '';
        letters[index] = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      }
      const text = `0x${letters.join('')}`;
      expect(canonicalAddress('evm', text)).toBe(isTaken(text) ? right.toLowerCase() : null);
    });
    fc.assert(property);
  });
});

const isTaken = (text: string): boolean => {
  try {
    return getAddress(text) !== '';
  } catch {
    return false;
  }
};
