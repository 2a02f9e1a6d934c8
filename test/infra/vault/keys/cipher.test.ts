import { randomBytes } from 'node:crypto';
import type { Lookup } from '../../../../commands/ports/key-vault';
import { createCipher } from '../../../../infra/vault/keys/cipher';

const cipher = createCipher(randomBytes(32));
const lookup: Lookup = { partnerId: 'p', mode: 'live', kind: 'DOCUMENT', value: '1' };

test('a wrapped key opens for its own subject only, and under its own master key only', () => {
  const { key, wrapped } = cipher.newKey('user-1');
  for (const keyId of [null, ...cipher.keyIds]) {
    expect(cipher.unwrap('user-1', { wrapped, keyId })).toEqual(key);
    expect(() => cipher.unwrap('user-2', { wrapped, keyId })).toThrow();
    expect(() => createCipher(randomBytes(32)).unwrap('user-1', { wrapped, keyId })).toThrow();
  }
  expect(wrapped.includes(key)).toBe(false);
});

test('derives the digest of a look-up only from its parts and the master key', () => {
  const parts: Lookup[] = [
    lookup,
    { ...lookup, partnerId: 'q' },
    { ...lookup, mode: 'sandbox' },
    { ...lookup, kind: 'WALLET' },
    { ...lookup, value: '2' },
    { ...lookup, partnerId: 'p","live', value: '1' },
  ];
  const digests = parts.map((part) => cipher.digest(part).toString('hex'));
  expect(new Set(digests).size).toBe(parts.length);
  expect(cipher.digest({ ...lookup })).toEqual(cipher.digest(lookup));
  expect(createCipher(randomBytes(32)).digest(lookup)).not.toEqual(cipher.digest(lookup));
});

test('a master key of another length is refused', () => {
  expect(() => createCipher(randomBytes(16))).toThrow(/16 bytes, not 32/);
});
