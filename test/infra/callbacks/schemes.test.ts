import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { RawCallback } from '../../../commands/ports/providers/callback-source';
import { clientCertificateScheme } from '../../../infra/callbacks/schemes/client-certificate';
import { hmacScheme, signatureOf } from '../../../infra/callbacks/schemes/hmac';
import { OWN_SCHEME, signedHeaders } from '../../../infra/callbacks/schemes/own';
import { rsaScheme } from '../../../infra/callbacks/schemes/rsa';
import { staticTokenScheme } from '../../../infra/callbacks/schemes/static-token';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';
import vectors from './vectors.json';

const arriving = (changes: Partial<RawCallback> = {}): RawCallback => ({
  headers: {},
  body: Buffer.from('{"id":"1"}'),
  isFromProxy: false,
  ...changes,
});
const bodyOf = (text: string): Buffer => Buffer.from(text, 'utf8');

describe('RSA over the raw body', () => {
  const published = createPublicKey(vectors.rsa.publicKeyPem);
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const elliptic = generateKeyPairSync('ed25519').publicKey;
  const header = { 'x-webhook-signature': vectors.rsa.signature };
  const scheme = (...keys: (typeof published)[]) =>
    rsaScheme({ signatureHeader: 'X-Webhook-Signature', publicKeys: () => keys });

  test('accepts a signature by any of a provider’s keys, as in a documented example', () => {
    const callback = arriving({ headers: header, body: bodyOf(vectors.rsa.rawBody) });
    expect(scheme(published)(callback)).toBe(true);
    expect(scheme(elliptic, other.publicKey, published)(callback)).toBe(true);
  });

  test.each([
    ['a space more', `${vectors.rsa.rawBody} `, header],
    ['another body', '{}', header],
    ['no signature', vectors.rsa.rawBody, {}],
    ['a signature that is none', vectors.rsa.rawBody, { 'x-webhook-signature': 'A'.repeat(172) }],
    ['no base64', vectors.rsa.rawBody, { 'x-webhook-signature': '%'.repeat(172) }],
    ['two signatures', vectors.rsa.rawBody, { 'x-webhook-signature': `${vectors.rsa.signature}, A` }],
  ])('refuses %s', (_what, body, headers) => {
    expect(scheme(published)(arriving({ headers, body: bodyOf(body) }))).toBe(false);
  });

  test('refuses the signature of another key, and every signature without a known key', () => {
    const body = bodyOf('{}');
    const signature = sign('RSA-SHA256', body, other.privateKey).toString('base64');
    const callback = arriving({ headers: { 'x-webhook-signature': signature }, body });
    expect([scheme(other.publicKey)(callback), scheme(published)(callback), scheme()(callback)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('HMAC with a time', () => {
  const clock = manualClock();
  const secrets = ['the newer secret', 'the older secret'];
  const body = bodyOf('{"id":"1"}');
  const own = hmacScheme({ ...OWN_SCHEME, clock, secrets });
  const signedAt = (ms: number, secret = secrets[0]!) => arriving({ headers: signedHeaders(secret, body, ms), body });

  test('is the documented signature of our own scheme', () => {
    const { secret, timestamp, body: text, signature } = vectors.own;
    expect(signatureOf(OWN_SCHEME, { secret, timestamp, body: bodyOf(text) })).toBe(signature);
  });

  test('accepts both secrets during their rotation', () => {
    expect(secrets.map((secret) => own(signedAt(clock.now(), secret)))).toEqual([true, true]);
  });

  test('accepts 300 s on either side and no more', () => {
    const offsets = [-301, -300, 0, 300, 301];
    expect(offsets.map((seconds) => own(signedAt(clock.now() + seconds * 1000)))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  const signed = signedHeaders(secrets[0]!, body, clock.now());
  const timestamp = signed[OWN_SCHEME.timestampHeader]!;
  const refused: readonly (readonly [string, RawCallback['headers']])[] = [
    ['another secret', signedHeaders('somebody else', body, clock.now())],
    ['no headers', {}],
    ['no signature', { [OWN_SCHEME.timestampHeader]: timestamp }],
    ['a time that was not signed', { ...signed, [OWN_SCHEME.timestampHeader]: String(Number(timestamp) + 1) }],
    ['upper case', { ...signed, [OWN_SCHEME.signatureHeader]: signed[OWN_SCHEME.signatureHeader]!.toUpperCase() }],
    ['another version', { ...signed, [OWN_SCHEME.signatureHeader]: signed[OWN_SCHEME.signatureHeader]!.slice(3) }],
    ['several signatures', { ...signed, [OWN_SCHEME.signatureHeader]: [signed[OWN_SCHEME.signatureHeader]!] }],
    ...['', '1e9', '0x10', '-5', ` ${timestamp}`, `${timestamp}.0`, 'NaN'].map(
      (time) =>
        [
          `the time ${JSON.stringify(time)}`,
          {
            ...signed,
            [OWN_SCHEME.timestampHeader]: time,
            [OWN_SCHEME.signatureHeader]: signatureOf(OWN_SCHEME, { secret: secrets[0]!, timestamp: time, body }),
          },
        ] as const,
    ),
  ];
  test.each(refused)('refuses %s', (_what, headers) => {
    expect(own(arriving({ headers, body }))).toBe(false);
  });

  test('may cover the body alone, with a separate time, as at other providers', () => {
    const settings = { signatureHeader: 'X-Signature', prefix: '', timestampHeader: 'X-Timestamp' };
    const scheme = hmacScheme({ ...settings, isTimestampSigned: false, toleranceSeconds: 300, clock, secrets });
    const signature = signatureOf({ prefix: '', isTimestampSigned: false }, { secret: secrets[1]!, timestamp, body });
    const at = (time: string) => scheme(arriving({ headers: { 'x-signature': signature, 'x-timestamp': time }, body }));
    expect([at(timestamp), at(String(Number(timestamp) - 301))]).toEqual([true, false]);
  });
});

describe('a static token', () => {
  const scheme = staticTokenScheme({ header: 'asaas-access-token', tokens: ['newer token', 'older token'] });
  const given = (token: string | undefined) => scheme(arriving({ headers: { 'asaas-access-token': token } }));

  test('must equal one of the valid tokens completely', () => {
    expect(['newer token', 'older token'].map(given)).toEqual([true, true]);
    expect([undefined, '', 'newer', 'newer token ', 'NEWER TOKEN', 'newer token, newer token'].map(given)).toEqual(
      Array(6).fill(false),
    );
  });

  test('refuses an empty token', () => {
    const open = staticTokenScheme({ header: 'token', tokens: [''] });
    expect([open(arriving()), open(arriving({ headers: { token: '' } }))]).toEqual([false, false]);
  });
});

describe('a client certificate', () => {
  const subject = 'CN=pix.bank.example,O=Bank,C=BR';
  const told = { 'x-client-verify': 'SUCCESS', 'x-client-subject': subject };
  const scheme = clientCertificateScheme({ subjects: ['CN=older', subject] });

  test('counts when a trusted proxy has verified it', () => {
    expect(scheme(arriving({ headers: told, isFromProxy: true }))).toBe(true);
  });

  test.each([
    ['told by anybody else', told, false],
    ['not verified', { ...told, 'x-client-verify': 'FAILED:self signed certificate' }, true],
    ['not asked for', { ...told, 'x-client-verify': 'NONE' }, true],
    ['of another subject', { ...told, 'x-client-subject': `${subject},CN=more` }, true],
    ['none', {}, true],
  ])('%s proves nothing', (_what, headers, isFromProxy) => {
    expect(scheme(arriving({ headers, isFromProxy }))).toBe(false);
  });

  test('proves nothing without a subject to compare with', () => {
    const open = clientCertificateScheme({ subjects: [''] });
    expect(open(arriving({ headers: { 'x-client-verify': 'SUCCESS' }, isFromProxy: true }))).toBe(false);
  });
});
