import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign as signAsymmetrically } from 'node:crypto';
import { parseJwtKeys } from '../../../infra/security/jwt-keys';
import { createTokens } from '../../../infra/security/tokens';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';

const KEYS = parseJwtKeys(`first:${randomBytes(32).toString('base64url')}`);
const CLAIMS = { pubkey: '0xaa', uid: 'user-1', partnerId: 'partner-1', mode: 'sandbox' as const };
const clock = manualClock();
const tokens = createTokens({ keys: KEYS, issuer: 'lastro', audience: 'v1', clock });
const nowSeconds = clock.now() / 1_000;

const HEADER = { alg: 'HS256', typ: 'at+jwt', kid: 'first' };
const PAYLOAD = { ...CLAIMS, iss: 'lastro', aud: 'v1', iat: nowSeconds, exp: nowSeconds + 60 };

type Part = { readonly [name: string]: unknown };
type Sign = (text: string, key: KeyObject) => Buffer;

const encoded = (part: Part): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const hmac =
  (algorithm: string): Sign =>
  (text, key) =>
    createHmac(algorithm, key).update(text).digest();

/** Written by hand, with our own key, so that only what is changed can be the cause. */
const tokenOf = (header: Part = {}, payload: Part = {}, sign: Sign = hmac('sha256')): string => {
  const text = `${encoded({ ...HEADER, ...header })}.${encoded({ ...PAYLOAD, ...payload })}`;
  return `${text}.${sign(text, KEYS.signing.key).toString('base64url')}`;
};

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = rsa.publicKey.export({ format: 'jwk' });
const pem = rsa.publicKey.export({ format: 'pem', type: 'spki' });

const withoutPadding = tokenOf();
const [goodHeader = '', goodPayload = '', goodSignature = ''] = withoutPadding.split('.');

describe('a token written by hand', () => {
  it('is accepted when it has no fault', async () => {
    expect(await tokens.verify(tokenOf())).toEqual(CLAIMS);
  });

  it.each<[string, string]>([
    ['none', tokenOf({ alg: 'none' })],
    ['none, unsigned', `${encoded({ ...HEADER, alg: 'none' })}.${goodPayload}.`],
    ['None', tokenOf({ alg: 'None' })],
    ['lower case', tokenOf({ alg: 'hs256' })],
    ['HS384', tokenOf({ alg: 'HS384' }, {}, hmac('sha384'))],
    ['HS512', tokenOf({ alg: 'HS512' }, {}, hmac('sha512'))],
    ['HS512 by name alone', tokenOf({ alg: 'HS512' })],
    ['RS256', tokenOf({ alg: 'RS256' }, {}, (text) => signAsymmetrically('sha256', Buffer.from(text), rsa.privateKey))],
    ['RS256 by name alone', tokenOf({ alg: 'RS256' })],
    [
      'HS256 with a public key as the secret',
      tokenOf({}, {}, (text) => createHmac('sha256', pem).update(text).digest()),
    ],
    [
      'ES256',
      tokenOf({ alg: 'ES256' }, {}, (text) =>
        signAsymmetrically('sha256', Buffer.from(text), { key: elliptic.privateKey, dsaEncoding: 'ieee-p1363' }),
      ),
    ],
    ['no algorithm', tokenOf({ alg: undefined })],
    ['a list of algorithms', tokenOf({ alg: ['HS256'] })],
  ])('has no other algorithm: %s', async (_what, token) => {
    expect(await tokens.verify(token)).toBeNull();
  });

  it.each<[string, Part]>([
    ['jku', { jku: 'https://keys.example/jwks.json' }],
    ['jwk', { jwk }],
    ['x5u', { x5u: 'https://keys.example/chain.pem' }],
    ['x5c', { x5c: ['MII='] }],
    ['x5t', { x5t: 'abc' }],
    ['x5t#S256', { 'x5t#S256': 'abc' }],
    ['crit', { crit: ['exp'], exp: nowSeconds + 60 }],
    ['an unencoded payload', { crit: ['b64'], b64: false }],
    ['an unknown kid', { kid: 'second' }],
    ['a kid that is a path', { kid: '../../dev/null' }],
    ['a kid of the prototype', { kid: '__proto__' }],
    ['a kid that is no text', { kid: ['first'] }],
    ['no kid', { kid: undefined }],
  ])('brings and names no key of its own: %s', async (_what, header) => {
    expect(await tokens.verify(tokenOf(header))).toBeNull();
  });

  it.each<[string, Part, Part]>([
    ['another type', { typ: 'JWT' }, {}],
    ['no type', { typ: undefined }, {}],
    ['no end', {}, { exp: undefined }],
    ['an end that is now', {}, { exp: nowSeconds }],
    ['an end that is text', {}, { exp: `${nowSeconds + 60}` }],
    ['no beginning', {}, { iat: undefined }],
    ['a beginning more than 60 s from now', {}, { iat: nowSeconds + 61, exp: nowSeconds + 600 }],
    ['a beginning that is text', {}, { iat: `${nowSeconds}` }],
    ['a time before which it does not count', {}, { nbf: nowSeconds + 61 }],
    ['another issuer', {}, { iss: 'other' }],
    ['no issuer', {}, { iss: undefined }],
    ['another audience', {}, { aud: 'wallet' }],
    ['two audiences', {}, { aud: ['v1', 'wallet'] }],
    ['no audience', {}, { aud: undefined }],
    ['no user', {}, { uid: undefined }],
    ['no partner', {}, { partnerId: undefined }],
    ['no mode', {}, { mode: undefined }],
    ['another mode', {}, { mode: 'test' }],
    ['a pubkey that is no text', {}, { pubkey: { toString: 'x' } }],
    ['no pubkey', {}, { pubkey: undefined }],
  ])('is refused with %s', async (_what, header, payload) => {
    expect(await tokens.verify(tokenOf(header, payload))).toBeNull();
  });

  it('may have a clock that is 60 s ahead', async () => {
    expect(await tokens.verify(tokenOf({}, { iat: nowSeconds + 60 }))).toEqual(CLAIMS);
  });

  it.each<[string, string]>([
    ['an empty signature', `${goodHeader}.${goodPayload}.`],
    ['no signature', `${goodHeader}.${goodPayload}`],
    ['a padded signature', `${withoutPadding}=`],
    ['a padded payload', `${goodHeader}.${goodPayload}=.${goodSignature}`],
    ['a padded header', `${goodHeader}=.${goodPayload}.${goodSignature}`],
    ['a signature in the other base64', `${goodHeader}.${goodPayload}.${'+/'.repeat(21)}A`],
    ['a longer signature', `${withoutPadding}A`],
    ['a fourth part', `${withoutPadding}.${goodSignature}`],
    ['a line break', `${withoutPadding}\n`],
    ['another payload', `${goodHeader}.${encoded({ ...PAYLOAD, uid: 'user-2' })}.${goodSignature}`],
    ['a header that is no JSON', `bm8.${goodPayload}.${goodSignature}`],
  ])('has one spelling: %s', async (_what, token) => {
    expect(await tokens.verify(token)).toBeNull();
  });

  it('has at most 8 kB', async () => {
    const padded = (bytes: number): string => tokenOf({}, { padding: 'x'.repeat(bytes) });
    const room = 8_192 - withoutPadding.length;
    expect(await tokens.verify(padded(Math.floor(room * 0.7)))).toEqual(CLAIMS);
    expect(await tokens.verify(padded(Math.ceil(room * 0.8)))).toBeNull();
  });
});
