import { accounts } from '../../projections/accounts';
import { payoutsProjection } from '../../projections/payouts';
import { findPartnerSecrets, partnerSecrets } from '../../read-models/partner-secrets';
import { findPartner, partners } from '../../read-models/partners';
import { findPayout, payouts } from '../../read-models/payouts';
import { partnerReader } from '../../read-models/reader';
import { findWebhookDestination, webhookDestinations } from '../../read-models/webhook-destinations';
import { rowAfter } from '../doubles/memory-rows';
import { row } from '../given';
import { recorded } from '../samples/sample-events';
import { openReadModels, type StoredRows } from '../stores/stored-rows';

let models: StoredRows;
beforeAll(async () => {
  models = await openReadModels();
});
afterAll(() => models.close());

test('a partner by its id', async () => {
  const partner = rowAfter(accounts, partners, recorded('PartnerOnboarded'));
  await models.store(row(partners, { ...partner, features: { withdraw: true } }));
  expect(await findPartner(models.query, 'p1')).toEqual({ ...partner, features: { withdraw: true } });
  expect(await findPartner(models.query, 'p2')).toBeNull();
});

test('the secrets of a partner in one mode', async () => {
  const secrets = rowAfter(accounts, partnerSecrets, recorded('HmacSecretIssued'));
  await models.store(row(partnerSecrets, secrets));
  expect(await findPartnerSecrets(models.query, 'p1', 'sandbox')).toEqual(secrets);
  expect(await findPartnerSecrets(models.query, 'p1', 'live')).toBeNull();
});

test('the destination of a partner in one mode', async () => {
  const destination = rowAfter(accounts, webhookDestinations, recorded('DestinationRegistered'));
  await models.store(row(webhookDestinations, destination));
  expect(await findWebhookDestination(partnerReader(models.query, { partnerId: 'p1', mode: 'sandbox' }))).toEqual(
    destination,
  );
  expect(await findWebhookDestination(partnerReader(models.query, { partnerId: 'p1', mode: 'live' }))).toBeNull();
});

test('an attempt by the key of the provider', async () => {
  const attempt = rowAfter(payoutsProjection, payouts, recorded('PayoutRequested'));
  await models.store(row(payouts, attempt));
  expect(await findPayout(models.query, 'key1')).toEqual(attempt);
  expect(await findPayout(models.query, 'key2')).toBeNull();
});
