import { createHash, hkdfSync } from 'node:crypto';
import type { Sealed, SealedUnderOwnKey } from '../../aggregates/sealed';
import { bound, decrypt, encrypt, newNonce, nonceOf } from './box';

const KEY_BYTES = 32;

/** A key of its own: a reader can open the value without its subject's others. `nonce`: in tests only. */
export const sealValue = (
  subjectKey: Buffer,
  subjectId: string,
  plaintext: string,
  nonce = newNonce(),
): SealedUnderOwnKey => {
  const key = valueKey(subjectKey, nonce);
  const box = encrypt(key, bound(2, 'data', subjectId), Buffer.from(plaintext, 'utf8'), nonce);
  return { sealed: 2, subjectId, box: box.toString('base64'), commitment: commitmentTo(key) };
};

/** Throws when the value belongs to another subject, is damaged, or does not match its commitment. */
export const openValue = (subjectKey: Buffer, sealed: Sealed): string => {
  const box = Buffer.from(sealed.box, 'base64');
  const key = sealed.sealed === 1 ? subjectKey : committedKey(subjectKey, sealed, box);
  return decrypt(key, bound(sealed.sealed, 'data', sealed.subjectId), box).toString('utf8');
};

const committedKey = (subjectKey: Buffer, { commitment }: SealedUnderOwnKey, box: Buffer): Buffer => {
  const key = valueKey(subjectKey, nonceOf(box));
  // Not a secret: it is stored beside the box, in one spelling.
  if (commitment === commitmentTo(key)) return key;
  throw new Error('a sealed value does not commit to its key');
};

const valueKey = (subjectKey: Buffer, nonce: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', subjectKey, nonce, 'lastro value v2', KEY_BYTES));

/** AES-GCM alone would allow a box that opens to two texts under two keys. */
const commitmentTo = (key: Buffer): string =>
  createHash('sha256').update('lastro commitment v2').update(key).digest('base64');
