import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Lookup } from '../../commands/ports/key-vault';

/** AES-256-GCM: 256-bit keys, 96-bit random nonces, 128-bit tags. A box is nonce, ciphertext and tag in a row. */
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The vault's cryptography under one master key. Associated data binds every box to its purpose and its subject. */
export interface Cipher {
  /** A new subject's key, in the clear and wrapped by the master key. */
  readonly newKey: (subjectId: string) => { readonly key: Buffer; readonly wrapped: Buffer };
  /** Throws when the wrapped key is another subject's, another master key's, or damaged. */
  readonly unwrap: (subjectId: string, wrapped: Buffer) => Buffer;
  /** Base64 of the box. */
  readonly seal: (key: Buffer, subjectId: string, plaintext: string) => string;
  /** Throws when the box is another subject's or damaged. */
  readonly open: (key: Buffer, subjectId: string, box: string) => string;
  /** What is stored of a lookup. */
  readonly digest: (lookup: Lookup) => Buffer;
}

/** `masterKey` is 32 bytes, kept outside the database. */
export function createCipher(masterKey: Buffer): Cipher {
  if (masterKey.length !== KEY_BYTES) throw new Error(`the master key has ${masterKey.length} bytes, not ${KEY_BYTES}`);
  const wrappingKey = derive(masterKey, 'lastro vault: wrapping of subject keys, v1');
  const lookupKey = derive(masterKey, 'lastro vault: look-ups, v1');
  return {
    newKey: (subjectId) => {
      const key = randomBytes(KEY_BYTES);
      return { key, wrapped: encrypt(wrappingKey, bound('key', subjectId), key) };
    },
    unwrap: (subjectId, wrapped) => decrypt(wrappingKey, bound('key', subjectId), wrapped),
    seal: (key, subjectId, plaintext) =>
      encrypt(key, bound('data', subjectId), Buffer.from(plaintext, 'utf8')).toString('base64'),
    open: (key, subjectId, box) => decrypt(key, bound('data', subjectId), Buffer.from(box, 'base64')).toString('utf8'),
    digest: ({ partnerId, mode, kind, value }) =>
      createHmac('sha256', lookupKey)
        .update(JSON.stringify([partnerId, mode, kind, value]))
        .digest(),
  };
}

const derive = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), purpose, KEY_BYTES));

const bound = (purpose: 'key' | 'data', subjectId: string): Buffer =>
  Buffer.from(JSON.stringify(['lastro', 1, purpose, subjectId]), 'utf8');

function encrypt(key: Buffer, associated: Buffer, plaintext: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associated);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, associated: Buffer, box: Buffer): Buffer {
  if (box.length < NONCE_BYTES + TAG_BYTES) throw new Error('a sealed value is too short to be one');
  const decipher = createDecipheriv(ALGORITHM, key, box.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(associated);
  decipher.setAuthTag(box.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
