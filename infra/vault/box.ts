import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** AES-256-GCM: 256-bit keys, 96-bit random nonces, 128-bit tags. A box is nonce, ciphertext, tag. */
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const newNonce = (): Buffer => randomBytes(NONCE_BYTES);

/** Throws when the box is too short. */
export const nonceOf = (box: Buffer): Buffer => {
  if (box.length < NONCE_BYTES + TAG_BYTES) throw new Error('a sealed value is too short');
  return box.subarray(0, NONCE_BYTES);
};

export const encrypt = (key: Buffer, associated: Buffer, plaintext: Buffer, nonce = newNonce()): Buffer => {
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associated);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
};

/** Throws when the key, the associated data or the box does not match. */
export const decrypt = (key: Buffer, associated: Buffer, box: Buffer): Buffer => {
  const decipher = createDecipheriv(ALGORITHM, key, nonceOf(box), { authTagLength: TAG_BYTES });
  decipher.setAAD(associated);
  decipher.setAuthTag(box.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
};

/** Binds a box to its version, purpose and subject. */
export const bound = (version: 1 | 2, purpose: 'key' | 'data', subjectId: string): Buffer =>
  Buffer.from(JSON.stringify(['lastro', version, purpose, subjectId]), 'utf8');
