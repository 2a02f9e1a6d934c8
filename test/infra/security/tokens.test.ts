import { randomBytes } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { parseJwtKeys } from '../../../infra/security/jwt-keys';
import { createTokens } from '../../../infra/security/tokens';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';

const secret = (bytes = 32): string => randomBytes(bytes).toString('base64url');
const CLAIMS = { pubkey: '0xaa', uid: 'user-1', partnerId: 'partner-1', mode: 'sandbox' as const };

const issuerWith = (keys: string, clock = manualClock()) =>
  createTokens({ keys: parseJwtKeys(keys), issuer: 'lastro', audience: 'v1', clock });

describe('a token', () => {
  it('contains its subject, its issuer and its end, and nothing else', async () => {
    const clock = manualClock();
    const token = await issuerWith(`first:${secret()}`, clock).sign(CLAIMS, 3600);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: 'first' });
    const iat = clock.now() / 1000;
    expect(decodeJwt(token)).toEqual({ ...CLAIMS, iss: 'lastro', aud: 'v1', iat, exp: iat + 3600 });
  });

  it('is valid until its end', async () => {
    const clock = manualClock();
    const tokens = issuerWith(`first:${secret()}`, clock);
    const token = await tokens.sign({ ...CLAIMS, pubkey: null }, 60);
    clock.advance(59_000);
    expect(await tokens.verify(token)).toEqual({ ...CLAIMS, pubkey: null });
    clock.advance(1_000);
    expect(await tokens.verify(token)).toBeNull();
  });

  it('is verified by an older key until that key is removed', async () => {
    const [older, newer] = [`older:${secret()}`, `newer:${secret()}`];
    const token = await issuerWith(older).sign(CLAIMS, 60);
    expect(await issuerWith(`${newer},${older}`).verify(token)).toEqual(CLAIMS);
    expect(await issuerWith(newer).verify(token)).toBeNull();
    expect(decodeProtectedHeader(await issuerWith(`${newer},${older}`).sign(CLAIMS, 60)).kid).toBe('newer');
  });

  it('is refused when another key of the same name signed it', async () => {
    const token = await issuerWith(`first:${secret()}`).sign(CLAIMS, 60);
    expect(await issuerWith(`first:${secret()}`).verify(token)).toBeNull();
  });

  it('identifies no user on the wallet’s surface only, and only with an address and its network', async () => {
    const keys = parseJwtKeys(`first:${secret()}`);
    const of = (audience: string) => createTokens({ keys, issuer: 'lastro', audience, clock: manualClock() });
    const address = { ...CLAIMS, uid: null, blockchain: 'ethereum' };
    const opened = async (audience: string, claims: Parameters<ReturnType<typeof of>['sign']>[0]) =>
      of(audience).verify(await of(audience).sign(claims, 60));
    expect(await opened('wallet', address)).toEqual(address);
    expect(await opened('wallet', { ...address, uid: 'user-1' })).toEqual({ ...address, uid: 'user-1' });
    expect(await opened('wallet', { ...address, pubkey: null })).toBeNull();
    expect(await opened('wallet', { ...CLAIMS, uid: null })).toBeNull();
    expect(await opened('wallet', CLAIMS)).toEqual(CLAIMS);
    expect(await opened('v1', address)).toBeNull();
  });

  it.each(['', '.', '..', 'a.b.c', 'x'.repeat(100_000), 'null'])('is not %p', async (text) => {
    expect(await issuerWith(`first:${secret()}`).verify(text)).toBeNull();
  });
});

describe('the keys', () => {
  it.each([
    ['', /not kid:base64url/],
    ['first', /not kid:base64url/],
    [`first:${'!'.repeat(43)}`, /not kid:base64url/],
    [`first:${secret(31)}`, /first has fewer than 256 bits/],
    [`first:${secret()},first:${secret()}`, /two keys have the same name/],
  ])('%p are refused', (text, message) => {
    expect(() => parseJwtKeys(text)).toThrow(message);
  });

  it('are not shown when they are refused', () => {
    const short = secret(16);
    expect(() => parseJwtKeys(`first:${short}`)).not.toThrow(short);
  });
});
