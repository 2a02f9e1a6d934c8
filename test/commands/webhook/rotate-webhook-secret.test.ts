import { rotateWebhookSecret } from '../../../commands/webhook/rotate-webhook-secret';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened } from '../../core';

const input = { partnerId: 'p1', mode: 'sandbox' } as const;

test('shows the new secret once, and keeps the old one valid for 24 hours', async () => {
  const deps = core();
  await happened(deps.eventStore, event('PartnerOnboarded'), event('WebhookSecretRotated'));
  const rotated = await rotateWebhookSecret(deps)(input, asking());
  expect(rotated).toMatchObject({ rotatedAt: time(0), previousValidUntil: time(86_400) });
  expect(rotated.webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  const [, , kept] = await deps.eventStore.readStream('partner-p1');
  expect(JSON.stringify(kept?.data)).not.toContain(rotated.webhookSecret);
  if (kept?.type !== 'WebhookSecretRotated') throw new Error('nothing was rotated');
  expect(await deps.vault.open(kept.data.secret)).toBe(rotated.webhookSecret);
});
