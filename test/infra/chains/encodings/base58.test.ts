import { createHash } from 'node:crypto';
import { base58btc } from 'multiformats/bases/base58';
import { encodeAccountID } from 'xrpl';
import { decodeBase58, decodeBase58Check, decodeRippleCheck } from '../../../../infra/chains/encodings/base58';
import { decodeStellarAccount } from '../../../../infra/chains/stellar/account-key';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const withChecksum = (bytes: Buffer) => Buffer.concat([bytes, sha256(sha256(bytes)).subarray(0, 4)]);
const samples = [0, 1, 2, 31, 32, 64, 80].flatMap((size) => [
  Buffer.alloc(size),
  Buffer.alloc(size, 0xff),
  Buffer.concat([Buffer.alloc(2), sha256(Buffer.alloc(size))]),
]);

test('reads the same bytes that another library writes in base58, including leading zeros', () => {
  for (const bytes of samples.filter(({ length }) => length > 0)) {
    expect(decodeBase58(base58btc.baseEncode(bytes))).toEqual(bytes);
    expect(decodeBase58Check(base58btc.baseEncode(withChecksum(bytes)))).toEqual(bytes);
  }
});

test('reads the XRP Ledger’s own alphabet', () => {
  const account = sha256(Buffer.from('account')).subarray(0, 20);
  const text = encodeAccountID(account);
  expect(decodeRippleCheck(text)).toEqual(Buffer.concat([Buffer.alloc(1), account]));
  expect(decodeBase58Check(text)).toBeNull();
});

test.each([
  ['nothing', ''],
  ['letters that are none of the alphabet', '0OIl'],
  ['a blank', '1 1'],
  ['what is no ASCII', '1é1'],
  ['more than a signature has', '1'.repeat(129)],
  ['megabytes', 'z'.repeat(5_000_000)],
])('refuses %s as base58, without an error', (_what, text) => {
  expect([decodeBase58(text), decodeBase58Check(text), decodeRippleCheck(text)]).toEqual([null, null, null]);
});

test('refuses a text with only a checksum, a wrong checksum or an incomplete checksum', () => {
  const right = withChecksum(Buffer.from('payload'));
  const wrong = Buffer.from(right.map((byte, at) => (at === 8 ? byte ^ 1 : byte)));
  for (const bytes of [withChecksum(Buffer.alloc(0)), wrong, right.subarray(0, 3)]) {
    expect(decodeBase58Check(base58btc.baseEncode(bytes))).toBeNull();
  }
});

test.each([
  ['in lower case', (text: string) => text.toLowerCase()],
  ['with padding in place of its end', (text: string) => `${text.slice(0, -1)}=`],
  ['with a letter of no alphabet', (text: string) => `${text.slice(0, -1)}1`],
  ['one short', (text: string) => text.slice(0, -1)],
])('refuses an account of Stellar %s, without an error', (_what, changed) => {
  const account = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';
  expect(decodeStellarAccount(account)).toHaveLength(32);
  expect(decodeStellarAccount(changed(account))).toBeNull();
});
