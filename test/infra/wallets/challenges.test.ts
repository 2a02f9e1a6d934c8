import { getAddress } from 'ethers';
import type { LoginWallet } from '../../../commands/wallet-login/wallet-login';
import { FAMILY_NAMES } from '../../../infra/chains/families';
import { createChallengeWriter, loginSiteOf } from '../../../infra/wallets';

const TERMS = {
  instanceId: 'acme',
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-20T12:05:00.000Z',
};
const BASE_URL = 'https://Pay.Exämple:8443/x y/';
const DOMAIN = 'pay.xn--exmple-cua:8443';
const ADDRESS = '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359';
const ETHEREUM: LoginWallet = { network: { name: 'ethereum', family: 'evm', chainId: 1 }, address: ADDRESS };

const textFor = (wallet: LoginWallet, baseUrl: string | null = BASE_URL): string =>
  createChallengeWriter(loginSiteOf(baseUrl))({ wallet, ...TERMS });

/** The grammar of EIP-4361, with the parts that we use; the characters of a statement come from RFC 3986. */
const EIP_4361 = new RegExp(
  [
    '^(?<domain>[^/?#\\s]+) wants you to sign in with your Ethereum account:\\n',
    '(?<address>0x[0-9A-Fa-f]{40})\\n\\n',
    "(?<statement>[A-Za-z0-9\\-._~:/?#[\\]@!$&'()*+,;= ]+)\\n\\n",
    'URI: (?<uri>\\S+)\\nVersion: 1\\nChain ID: (?<chainId>[0-9]+)\\nNonce: (?<nonce>[A-Za-z0-9]{8,})\\n',
    'Issued At: (?<issuedAt>\\S+)\\nExpiration Time: (?<expiresAt>\\S+)$',
  ].join(''),
);

describe('the challenge of an EVM wallet', () => {
  test('is EIP-4361 to the letter, and names the site in its first line', () => {
    const read = EIP_4361.exec(textFor(ETHEREUM))?.groups;
    expect({ ...read }).toEqual({
      domain: DOMAIN,
      address: getAddress(ADDRESS),
      statement: 'Log in to acme with your wallet on ethereum. This signature moves nothing and costs nothing.',
      uri: `https://${DOMAIN}/x%20y/`,
      chainId: '1',
      nonce: TERMS.nonce,
      issuedAt: TERMS.issuedAt,
      expiresAt: TERMS.expiresAt,
    });
  });

  test('has the address in the form of EIP-55', () => {
    for (const digits of ['00'.repeat(20), 'ab'.repeat(20), '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed']) {
      expect(textFor({ ...ETHEREUM, address: `0x${digits}` }).split('\n')[1]).toBe(getAddress(`0x${digits}`));
    }
  });
});

test('other families sign one text, line by line', () => {
  const network = { name: 'stellar', family: 'stellar', chainId: null } as const;
  expect(textFor({ network, address: 'GABC' }).split('\n')).toEqual([
    'Sign in to acme with your wallet.',
    '',
    'Purpose: log in. This signature moves nothing and costs nothing.',
    `Domain: ${DOMAIN}`,
    'Blockchain: stellar',
    'Address: GABC',
    `Nonce: ${TERMS.nonce}`,
    `Issued At: ${TERMS.issuedAt}`,
    `Expires At: ${TERMS.expiresAt}`,
  ]);
});

describe.each(FAMILY_NAMES)('a challenge of %s', (family) => {
  const wallet: LoginWallet = { network: { name: `a-${family}`, family, chainId: 7 }, address: ADDRESS };

  test('is ASCII and binds domain, instance, network, address, nonce and both times', () => {
    const text = textFor(wallet);
    expect(text).toMatch(/^[\x20-\x7e\n]+$/);
    const bound = [DOMAIN, 'acme', `a-${family}`, '7', TERMS.nonce, TERMS.issuedAt, TERMS.expiresAt];
    for (const part of bound) expect(text).toContain(part);
    expect(text.toLowerCase()).toContain(ADDRESS);
  });

  test('differs for another site', () => {
    const texts = ['https://pay.example', 'https://pay.example:8443', 'http://evil.example', null];
    expect(new Set(texts.map((baseUrl) => textFor(wallet, baseUrl))).size).toBe(texts.length);
  });
});

test('uses this machine for a site without its own address, and no other domain', () => {
  expect(loginSiteOf(null)).toEqual({ domain: 'localhost', url: 'http://localhost/' });
  expect(loginSiteOf('https://pay.example')).toEqual({ domain: 'pay.example', url: 'https://pay.example/' });
  expect(loginSiteOf('http://[2001:db8::1]:3000')).toMatchObject({ domain: '[2001:db8::1]:3000' });
});
