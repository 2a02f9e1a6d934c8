import { PublicKey, Keypair as SolanaKeypair, SystemProgram } from '@solana/web3.js';
import { Account, MuxedAccount, Keypair as StellarKeypair, StrKey } from '@stellar/stellar-sdk';
import { getAddress } from 'ethers';
import { classicAddressToXAddress, Wallet as XrplWallet } from 'xrpl';
import type { RealFamily } from '../../../aggregates/chain';
import { canonicalAddress } from '../../../infra/chains/families';
import { expectEveryRow } from '../../every-row';
import { evmWallet, solanaWallet, stellarWallet, tronWallet, xrplWallet } from '../../samples/wallets';

const MAKERS = { evm: evmWallet, solana: solanaWallet, stellar: stellarWallet, tron: tronWallet, xrpl: xrplWallet };
const FAMILIES = Object.keys(MAKERS) as RealFamily[];

describe.each(FAMILIES)('%s', (family) => {
  const addresses = Array.from({ length: 25 }, () => MAKERS[family]().address);

  it('accepts the signatures of its own SDK', () => {
    for (const address of addresses) expect(canonicalAddress(family, address)).toBe(address);
  });

  it('rejects the addresses of all other families', () => {
    for (const other of FAMILIES.filter((name) => name !== family)) {
      for (const address of addresses) expect([other, canonicalAddress(other, address)]).toEqual([other, null]);
    }
  });

  it('detects a mistyped address', () => {
    for (const address of addresses) {
      // Solana's addresses have no checksum.
      const swapped = family === 'solana' ? `${address}0` : twisted(family, address);
      expect([swapped, canonicalAddress(family, swapped)]).toEqual([swapped, null]);
    }
  });

  it('rejects text that is no address', () =>
    expectEveryRow(
      ['', ' ', 'é', '0x', `${addresses[0]} `, `${addresses[0]}\n`, '1'.repeat(200), 'T'.repeat(34)],
      JSON.stringify,
      (text) => {
        expect(canonicalAddress(family, text)).toBeNull();
      },
    ));
});

/** The same address with one character that is not right. */
const twisted = (family: RealFamily, address: string): string => {
  if (family === 'evm') return miscased(getAddress(address));
  const last = address.at(-3);
  return `${address.slice(0, -3)}${last === 'A' ? 'B' : 'A'}${address.slice(-2)}`;
};

const flipped = (text: string, at: number): string => {
  const character = text.charAt(at);
  const other = character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
};

/** A letter in the wrong case, in a text that still has both: all in one case is valid, without a checksum. */
const miscased = (checksummed: string): string => {
  const texts = Array.from(checksummed.slice(2), (_, index) => flipped(checksummed, index + 2));
  const wrong = texts.find((text) => text !== checksummed && /[a-f]/.test(text) && /[A-F]/.test(text));
  if (wrong === undefined) throw new Error(`${checksummed} has too few letters`);
  return wrong;
};

test('detects a wrong case when only the first letter is a capital', () => {
  const checksummed = '0x4C166f8c9e646bab5245284093385f70930a9100';
  expect(canonicalAddress('evm', checksummed)).not.toBeNull();
  expect(canonicalAddress('evm', miscased(checksummed))).toBeNull();
});

test('an EVM address has one form, in any case', () => {
  const { address } = evmWallet();
  for (const text of [address, getAddress(address), `0x${address.slice(2).toUpperCase()}`]) {
    expect(canonicalAddress('evm', text)).toBe(address);
  }
  expect(canonicalAddress('evm', address.slice(2))).toBeNull();
});

test('an EVM account is also valid on the simulated network, in the same form, and in no other family', () => {
  const { address } = evmWallet();
  expect(canonicalAddress('simulated', getAddress(address))).toBe(address);
  expect(canonicalAddress('simulated', miscased(getAddress(address)))).toBeNull();
  for (const family of FAMILIES.filter((name) => name !== 'evm'))
    expect(canonicalAddress('simulated', MAKERS[family]().address)).toBeNull();
});

test('a mint or a program account of Solana is an address, although no key can sign for it', () => {
  const [program] = PublicKey.findProgramAddressSync([Buffer.from('x')], SystemProgram.programId);
  expect(canonicalAddress('solana', program.toBase58())).toBe(program.toBase58());
  expect(canonicalAddress('solana', SystemProgram.programId.toBase58())).toBe('1'.repeat(32));
  expect(canonicalAddress('solana', SolanaKeypair.generate().publicKey.toBase58().slice(0, -2))).toBeNull();
});

test('muxed and contract addresses of Stellar, and seeds, are refused', () => {
  const pair = StellarKeypair.random();
  const muxed = new MuxedAccount(new Account(pair.publicKey(), '0'), '42').accountId();
  const contract = StrKey.encodeContract(pair.rawPublicKey());
  for (const text of [muxed, contract, pair.secret()]) expect(canonicalAddress('stellar', text)).toBeNull();
});

test('an X-address of XRPL, with or without a tag, is refused', () => {
  const { classicAddress } = XrplWallet.generate();
  for (const tag of [12_345, false] as const) {
    expect(canonicalAddress('xrpl', classicAddressToXAddress(classicAddress, tag, false))).toBeNull();
  }
});

test('the addresses of the simulated network', () => {
  expect(canonicalAddress('tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  expect(canonicalAddress('xrpl', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp')).toBe('rrrrrrrrrrrrrrrrrrrrrhoLvTp');
  expect(canonicalAddress('stellar', 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN')).not.toBeNull();
});
