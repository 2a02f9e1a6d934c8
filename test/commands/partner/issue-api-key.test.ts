import { sha256Hex } from '../../../commands/handling/secrets';
import { issueApiKey } from '../../../commands/partner/issue-api-key';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened } from '../../core';

const input = { partnerId: 'p1', mode: 'live', name: 'CI' } as const;

test('shows the key once, and stores its hash', async () => {
  const deps = core();
  await happened(deps.eventStore, event('PartnerOnboarded'));
  const issued = await issueApiKey(deps)(input, asking());
  expect(issued.apiKey).toMatch(/^sk_live_[0-9a-f]{64}$/);
  const [, kept] = await deps.eventStore.readStream('partner-p1');
  const { keyId, prefix, last4 } = issued;
  expect(kept?.data).toMatchObject({ ...input, keyId, prefix, last4, keyHash: sha256Hex(issued.apiKey) });
  expect([prefix, last4]).toEqual([issued.apiKey.slice(0, 12), issued.apiKey.slice(-4)]);
  expect(issued.position).toEqual(kept?.position);
});
