import type { Clock } from '../../commands/ports/clock';
import { createBoundedMap } from '../../commands/timing/bounded-map';
import type { Claims, TokenIssuer } from './tokens';

interface Verified {
  readonly claims: Claims;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

const KEPT_TOKENS = 10_000;

/** Caches verified signatures only: expiry is checked on every call, and permissions are not part of a token. */
export const rememberVerified = (issuer: TokenIssuer, clock: Clock, keptTokens = KEPT_TOKENS): TokenIssuer => {
  const verified = createBoundedMap<Verified>(keptTokens);
  return {
    sign: issuer.sign,
    verify: async (token) => {
      const known = verified.get(token);
      if (known !== undefined && clock.now() < known.expiresAt * 1000) return known.claims;
      verified.delete(token);
      const claims = await issuer.verify(token);
      if (claims !== null) verified.set(token, { claims, expiresAt: expiryOf(token) });
      return claims;
    },
  };
};

const expiryOf = (token: string): number => {
  const [, payload = ''] = token.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { readonly exp: number }).exp;
};
