import { reading } from './config-values';

const MASTER_KEYS = /^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$/;
const JWT_KEYS = /^[\w-]+:[\w-]{43,}(,[\w-]+:[\w-]{43,})*$/;

/** Bytes of the keys in `[<name>:]<key>[,[<name>:]<key>...]`. */
export const keysOf = (text: string, encoding: 'base64' | 'base64url'): readonly Buffer[] =>
  text.split(',').map((entry) => Buffer.from(entry.slice(entry.indexOf(':') + 1).trim(), encoding));

/** True for a key like all zeros, which is never random. */
export const isOneByteRepeated = (key: Uint8Array): boolean => key.every((byte) => byte === key[0]);

/** A valid MASTER_KEY unchanged; undefined otherwise. */
export const masterKeysIn = (text: string): string | undefined =>
  MASTER_KEYS.test(text) && !keysOf(text, 'base64').some(isOneByteRepeated) ? text : undefined;

/** Valid JWT_KEYS (`<kid>:<base64url>`) as they are; undefined otherwise. */
export const jwtKeysIn = (text: string): string | undefined =>
  JWT_KEYS.test(text) && !keysOf(text, 'base64url').some(isOneByteRepeated) ? text : undefined;

const CALLBACK_SECRETS = /^[\x21-\x2b\x2d-\x7e]{16,200}$/;

const callbackSecretsIn = (text: string): readonly string[] | undefined => {
  const secrets = text.split(',').map((part) => part.trim());
  const isSecret = (secret: string): boolean =>
    CALLBACK_SECRETS.test(secret) && !isOneByteRepeated(Buffer.from(secret));
  return secrets.every(isSecret) ? secrets : undefined;
};

export const sandboxSecrets = reading(
  'secrets of at least 16 visible characters, several separated by commas, none of them one repeated',
  callbackSecretsIn,
);

const CHAIN_SECRET = /^([a-z0-9-]{1,40}):(.*)$/;

/** Valid `<source>:<secret>` of callbacks about transactions, by source; undefined otherwise. */
const chainSecretsIn = (text: string): ReadonlyMap<string, readonly string[]> | undefined => {
  const secrets = new Map<string, readonly string[]>();
  for (const entry of text.split(',')) {
    const [, source = '', secret = ''] = CHAIN_SECRET.exec(entry.trim()) ?? [];
    const valid = callbackSecretsIn(secret);
    if (valid === undefined) return undefined;
    secrets.set(source, [...(secrets.get(source) ?? []), ...valid]);
  }
  return secrets;
};

export const chainSecrets = reading(
  '<source>:<secret>, several separated by commas, each secret at least 16 visible characters, none of them one repeated',
  chainSecretsIn,
);
