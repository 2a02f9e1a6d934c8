const MASTER_KEYS = /^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$/;
const JWT_KEYS = /^[\w-]+:[\w-]{43,}(,[\w-]+:[\w-]{43,})*$/;

/** The bytes of `<key>[,<key>]`, each with a name and a colon before it or without. */
export const keysOf = (text: string, encoding: 'base64' | 'base64url'): readonly Buffer[] =>
  text.split(',').map((entry) => Buffer.from(entry.slice(entry.indexOf(':') + 1).trim(), encoding));

/** Nobody's random key: one byte over and over, such as all zeros. */
export const isOneByteRepeated = (key: Uint8Array): boolean => key.every((byte) => byte === key[0]);

/** What MASTER_KEY may be; the text itself, or undefined. */
export const masterKeysIn = (text: string): string | undefined =>
  MASTER_KEYS.test(text) && !keysOf(text, 'base64').some(isOneByteRepeated) ? text : undefined;

/** What JWT_KEYS may be: `<kid>:<base64url>`; the text itself, or undefined. */
export const jwtKeysIn = (text: string): string | undefined =>
  JWT_KEYS.test(text) && !keysOf(text, 'base64url').some(isOneByteRepeated) ? text : undefined;
