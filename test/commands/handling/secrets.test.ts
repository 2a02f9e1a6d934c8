import {
  newApiKey,
  newHmacSecret,
  newWebhookSecret,
  sha256Hex,
  signingKeyOf,
} from '../../../commands/handling/secrets';
import { countingIds } from '../../../packages/testing/src/ledger/memory/counting-ids';

test('derives the signing key of the design', () => {
  expect(signingKeyOf('correct horse battery staple', 'partner_demo')).toBe(
    '1a6821347db967bd6a61b7c11ea186d00b16d2a06d772f62f41e0714ff84c734',
  );
});

test('hashes the UTF-8 bytes of a text', () => {
  expect(sha256Hex('ação')).toBe('0664077f33cc3ebbaa4bbdacac0eb70e740983080f01dce29929e73b7785a7ad');
});

test.each([
  ['API key', newApiKey, /^sk_live_[0-9a-f]{64}$/],
  ['HMAC secret', newHmacSecret, /^[0-9a-f]{64}$/],
  ['webhook secret', newWebhookSecret, /^whsec_[A-Za-z0-9+/]{32}$/],
])('makes each %s different', (_name, make, form) => {
  const ids = countingIds();
  const [one, two] = [make(ids), make(ids)];
  expect(one).toMatch(form);
  expect(two).not.toBe(one);
});
