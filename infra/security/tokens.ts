import { type KeyObject, webcrypto } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, type ProtectedHeaderParameters, SignJWT } from 'jose';
import type { Clock } from '../../commands/ports/clock';
import type { JwtKeys } from './jwt-keys';

export interface Claims {
  readonly pubkey: string | null;
  /** Null for an address without a user; such a token opens the wallet's surface only. */
  readonly uid: string | null;
  /** The address's network, where the address itself was proved. */
  readonly blockchain?: string;
  readonly partnerId: string;
  readonly mode: 'live' | 'sandbox';
}

export interface TokenOptions {
  readonly keys: JwtKeys;
  /** The instance; tokens of other issuers are invalid here. */
  readonly issuer: string;
  /** The surface, such as `v1`; tokens for other audiences are invalid here. */
  readonly audience: string;
  readonly clock: Clock;
}

export interface TokenIssuer {
  readonly sign: (claims: Claims, ttlSeconds: number) => Promise<string>;
  /** Null when the token is invalid, foreign or expired. Rejects only on a fault. */
  readonly verify: (token: string) => Promise<Claims | null>;
}

const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
const MAXIMUM_LENGTH = 8_192;
const MAXIMUM_CLOCK_SKEW_SECONDS = 60;
const COMPACT = /^[\w-]+\.[\w-]+\.([\w-]{43})$/;

export const createTokens = (options: TokenOptions): TokenIssuer => {
  const { signing, byKid } = options.keys;
  // Once: given raw keys, the library imports them again for every token.
  const imported = new Map([...byKid].map(([kid, key]) => [kid, importKey(key)]));
  const maker: Maker = { ...options, kid: signing.kid, imported };
  return {
    sign: (claims, ttlSeconds) => sign(maker, claims, ttlSeconds),
    verify: (token) => verify(maker, token),
  };
};

interface Maker extends TokenOptions {
  readonly kid: string;
  readonly imported: ReadonlyMap<string, Promise<webcrypto.CryptoKey>>;
}

const importKey = (key: KeyObject): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey('raw', key.export(), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

const sign = async (maker: Maker, claims: Claims, ttlSeconds: number): Promise<string> => {
  const { kid, issuer, audience, clock } = maker;
  const issuedAt = Math.floor(clock.now() / 1000);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ttlSeconds)
    .sign(await keyNamed(maker, kid));
};

const verify = async (maker: Maker, token: string): Promise<Claims | null> => {
  if (!isCanonical(token)) return null;
  const nowMs = maker.clock.now();
  try {
    const { payload } = await jwtVerify(token, (header) => keyFor(maker, header), {
      algorithms: [ALGORITHM],
      issuer: maker.issuer,
      audience: maker.audience,
      typ: TYPE,
      requiredClaims: ['exp', 'iat'],
      currentDate: new Date(nowMs),
    });
    return claimsOf(payload, maker.audience, nowMs);
  } catch (error) {
    // Everything wrong with the token itself; other errors are ours.
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
};

/** Decoders ignore the last character's spare bits, so one signature would have several spellings. */
const isCanonical = (token: string): boolean => {
  if (token.length > MAXIMUM_LENGTH) return false;
  const signature = COMPACT.exec(token)?.[1];
  return signature !== undefined && Buffer.from(signature, 'base64url').toString('base64url') === signature;
};

/** Refuses headers that bring or reference a key. */
const keyFor = (maker: Maker, header: ProtectedHeaderParameters & { readonly [name: string]: unknown }) => {
  const foreign = ['jku', 'jwk', 'x5u', 'x5c', 'x5t', 'x5t#S256', 'crit'].some((name) => name in header);
  if (foreign) throw new errors.JWSInvalid('a key of its own');
  return keyNamed(maker, typeof header.kid === 'string' ? header.kid : '');
};

const keyNamed = async ({ imported }: Maker, kid: string): Promise<webcrypto.CryptoKey> => {
  const key = await imported.get(kid);
  if (key === undefined) throw new errors.JWSInvalid('unknown key');
  return key;
};

const claimsOf = (payload: JWTPayload, audience: string, nowMs: number): Claims | null => {
  const { aud, iat, pubkey, uid, blockchain, partnerId, mode } = payload;
  if (aud !== audience || iat === undefined || iat > nowMs / 1000 + MAXIMUM_CLOCK_SKEW_SECONDS) return null;
  if (typeof partnerId !== 'string' || (typeof pubkey !== 'string' && pubkey !== null)) return null;
  const isOfAddress = audience === 'wallet' && typeof pubkey === 'string' && typeof blockchain === 'string';
  if (typeof uid !== 'string' && !(uid === null && isOfAddress)) return null;
  if (mode !== 'live' && mode !== 'sandbox') return null;
  return { pubkey, uid, partnerId, mode, ...(isOfAddress ? { blockchain } : {}) };
};
