import { signingKeyOf } from '../../../commands/handling/secrets';
import { issueHmacSecret } from '../../../commands/partner/issue-hmac-secret';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened } from '../../core';

test('shows the secret once, and stores its signing key sealed', async () => {
  const deps = core();
  await happened(deps.eventStore, event('PartnerOnboarded'));
  const { hmacSecret } = await issueHmacSecret(deps)({ partnerId: 'p1', mode: 'live' }, asking());
  expect(hmacSecret).toMatch(/^[0-9a-f]{64}$/);
  const [, kept] = await deps.eventStore.readStream('partner-p1');
  if (kept?.type !== 'HmacSecretIssued') throw new Error('nothing was issued');
  expect(kept.data.mode).toBe('live');
  expect(await deps.vault.open(kept.data.signingKey)).toBe(signingKeyOf(hmacSecret, 'p1'));
});
