import { sha256Hex, signingKeyOf } from '../../../commands/handling/secrets';
import { onboardPartner } from '../../../commands/partner/onboard-partner';
import { asking, core, typesOf } from '../../core';

test('gives a partner one credential of each kind, and stores none in readable form', async () => {
  const deps = core();
  const made = await onboardPartner(deps)({ name: 'Acme', mode: 'sandbox' }, asking('onboard'));
  const stream = `partner-${made.partnerId}`;
  expect(await typesOf(deps.eventStore, stream)).toEqual([
    'PartnerOnboarded',
    'ApiKeyIssued',
    'HmacSecretIssued',
    'WebhookSecretRotated',
  ]);
  const [onboarded, key, hmac, webhook] = await deps.eventStore.readStream(stream);
  expect(onboarded?.data).toMatchObject({ name: 'Acme' });
  expect(key?.data).toMatchObject({ keyHash: sha256Hex(made.apiKey), mode: 'sandbox', last4: made.apiKey.slice(-4) });
  if (hmac?.type !== 'HmacSecretIssued' || webhook?.type !== 'WebhookSecretRotated') throw new Error('no secrets');
  const opened = [await deps.vault.open(hmac.data.signingKey), await deps.vault.open(webhook.data.secret)];
  expect(opened).toEqual([signingKeyOf(made.hmacSecret, made.partnerId), made.webhookSecret]);
  const log = JSON.stringify((await deps.eventStore.readStream(stream)).map(({ data }) => data));
  for (const secret of [made.apiKey, made.hmacSecret, made.webhookSecret]) expect(log).not.toContain(secret);
});

test('writes the partner into every event, and answers after the last one', async () => {
  const deps = core();
  const context = asking('onboard', { partnerId: null, subjectId: null, mode: null });
  const { partnerId, position } = await onboardPartner(deps)({ name: 'Acme', mode: 'live' }, context);
  const history = await deps.eventStore.readStream(`partner-${partnerId}`);
  for (const { metadata } of history) expect(metadata).toMatchObject({ partnerId, subjectId: partnerId, mode: 'live' });
  expect(new Set(history.map(({ id }) => id)).size).toBe(4);
  expect(position).toEqual(history[3]?.position);
});

test('issues the first webhook secret without a predecessor', async () => {
  const deps = core();
  const { partnerId } = await onboardPartner(deps)({ name: 'Acme', mode: 'live' }, asking('onboard'));
  const [, , , rotated] = await deps.eventStore.readStream(`partner-${partnerId}`);
  expect(rotated?.data).toMatchObject({ previousValidUntil: null });
});
