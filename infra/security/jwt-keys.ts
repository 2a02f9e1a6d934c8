import { createSecretKey, type KeyObject } from 'node:crypto';

export interface JwtKeys {
  readonly signing: { readonly kid: string; readonly key: KeyObject };
  readonly byKid: ReadonlyMap<string, KeyObject>;
}

const MINIMUM_BYTES = 32;
const ENTRY = /^([A-Za-z0-9_-]{1,64}):([A-Za-z0-9_-]+)$/;

/** `kid:base64url[,kid:base64url]` (JWT_KEYS), the first signs. Throws without quoting the text. */
export const parseJwtKeys = (text: string): JwtKeys => {
  const entries = text.split(',').map((entry) => parseEntry(entry.trim()));
  const [signing] = entries;
  const byKid = new Map(entries.map(({ kid, key }) => [kid, key]));
  if (signing === undefined || byKid.size !== entries.length) throw new Error('JWT_KEYS: two keys have the same name');
  return { signing, byKid };
};

const parseEntry = (entry: string): { readonly kid: string; readonly key: KeyObject } => {
  const [, kid, secret] = ENTRY.exec(entry) ?? [];
  if (kid === undefined || secret === undefined) throw new Error('JWT_KEYS: an entry is not kid:base64url');
  const bytes = Buffer.from(secret, 'base64url');
  if (bytes.length < MINIMUM_BYTES) throw new Error(`JWT_KEYS: ${kid} has fewer than ${MINIMUM_BYTES * 8} bits`);
  return { kid, key: createSecretKey(bytes) };
};
