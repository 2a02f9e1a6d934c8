import { createCipheriv, randomBytes } from 'node:crypto';
import { openValue, sealValue } from '../../../infra/vault/sealed-values';

const subjectKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const nonce = Buffer.from(Array.from({ length: 12 }, (_, index) => 100 + index));

/** Computed by another implementation of HKDF, SHA-256 and AES-GCM (Python's hmac, hashlib and cryptography). */
const VECTOR = {
  sealed: 2,
  subjectId: 'user-1',
  box: 'ZGVmZ2hpamtsbW5vZJBt+8Qmm1CZp+A1qvIOfzUWKcHI+b4D0Rs=',
  commitment: 'VJWIOxCFuTI5cIKzg6ja9DuGG/MF9I0eK2iWg+jY53s=',
} as const;

test('a value is sealed as version 2 defines, byte for byte', () => {
  expect(sealValue(subjectKey, 'user-1', 'João 💳', nonce)).toEqual(VECTOR);
  expect(openValue(subjectKey, VECTOR)).toBe('João 💳');
});

test('a box is a nonce of 12 bytes, the text and a tag of 16', () => {
  expect(Buffer.from(sealValue(subjectKey, 'user-1', 'secret').box, 'base64')).toHaveLength(12 + 6 + 16);
});

test('two values of one subject have two keys', () => {
  const [first, second] = [sealValue(subjectKey, 'user-1', 'same'), sealValue(subjectKey, 'user-1', 'same')];
  expect(first.commitment).not.toBe(second.commitment);
  expect(first.box).not.toBe(second.box);
});

test('a value opens only for its own subject and under its own key', () => {
  const sealed = sealValue(subjectKey, 'user-1', 'secret');
  expect(openValue(subjectKey, sealed)).toBe('secret');
  expect(() => openValue(subjectKey, { ...sealed, subjectId: 'user-2' })).toThrow();
  expect(() => openValue(randomBytes(32), sealed)).toThrow();
});

test('a value whose commitment does not match its key is refused before it is opened', () => {
  const sealed = sealValue(subjectKey, 'user-1', 'secret');
  const other = sealValue(subjectKey, 'user-1', 'other');
  for (const commitment of [other.commitment, '', `${sealed.commitment}AA`]) {
    expect(() => openValue(subjectKey, { ...sealed, commitment })).toThrow(/does not commit/);
  }
});

test('damaged boxes are refused', () => {
  const sealed = sealValue(subjectKey, 'user-1', 'secret');
  const damaged = Buffer.from(sealed.box, 'base64');
  damaged[damaged.length - 1]! ^= 1;
  expect(() => openValue(subjectKey, { ...sealed, box: damaged.toString('base64') })).toThrow();
  expect(() => openValue(subjectKey, { ...sealed, box: 'AAAA' })).toThrow();
});

test('opens a value of version 1, under the subject’s key itself, and as no other version', () => {
  const cipher = createCipheriv('aes-256-gcm', subjectKey, nonce);
  cipher.setAAD(Buffer.from('["lastro",1,"data","user-1"]'));
  const text = Buffer.concat([nonce, cipher.update('old', 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const box = text.toString('base64');
  expect(openValue(subjectKey, { sealed: 1, subjectId: 'user-1', box })).toBe('old');
  expect(() => openValue(subjectKey, { ...VECTOR, box })).toThrow();
  expect(() => openValue(subjectKey, { sealed: 1, subjectId: 'user-1', box: VECTOR.box })).toThrow();
});
