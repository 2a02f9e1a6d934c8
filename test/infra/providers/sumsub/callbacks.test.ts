import { createHmac } from 'node:crypto';
import { sumsubSource } from '../../../../infra/providers/sumsub/callbacks';

const source = sumsubSource('sumsub', ['new secret', 'old secret']);
const body = Buffer.from('{"type":"applicantReviewed","externalUserId":"ref-1"}');

const isTaken = (name: string, { algorithm = 'sha256', secret = 'new secret', of = body } = {}) => {
  const digest = createHmac(algorithm, secret).update(of).digest('hex');
  const headers = { 'x-payload-digest': digest, 'x-payload-digest-alg': name };
  return source.isAuthentic({ headers, body, isFromProxy: false });
};

test('takes a digest over the raw body by the algorithm that the header names', () => {
  expect(isTaken('HMAC_SHA256_HEX')).toBe(true);
  expect(isTaken('HMAC_SHA256_HEX', { secret: 'old secret' })).toBe(true);
  expect(isTaken('HMAC_SHA512_HEX', { algorithm: 'sha512' })).toBe(true);
});

test('refuses SHA-1, another algorithm, secret or body', () => {
  expect([
    isTaken('HMAC_SHA1_HEX', { algorithm: 'sha1' }),
    isTaken('HMAC_SHA512_HEX'),
    isTaken('', {}),
    isTaken('constructor'),
    isTaken('HMAC_SHA256_HEX', { secret: 'other' }),
    isTaken('HMAC_SHA256_HEX', { of: Buffer.from('{}') }),
  ]).toEqual(Array.from({ length: 6 }, () => false));
});

test.each<[string, unknown, object | null]>([
  [
    'a review, and its test mode',
    {
      type: 'applicantReviewed',
      applicantId: 'a1',
      externalUserId: 'ref-1',
      testMode: true,
      reviewStatus: 'completed',
    },
    { eventId: null, hints: [{ kind: 'kyc', key: 'ref-1' }] },
  ],
  ['an event of no applicant', { type: 'test', externalUserId: 7 }, { eventId: null, hints: [] }],
  ['no object', [], null],
])('reads of %s what to ask about, and no state', (_what, said, content) => {
  expect(source.read(Buffer.from(JSON.stringify(said)))).toEqual(content);
});
