import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { accounts } from '../../../projections/accounts';
import { apiKeys, findKeyHolders, pageOfApiKeys } from '../../../read-models/partners/api-keys';
import { partners } from '../../../read-models/partners/partners';
import { partnerReader } from '../../../read-models/reader';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const key = rowAfter(accounts, apiKeys, recorded('ApiKeyIssued'));
const partner = rowAfter(accounts, partners, recorded('PartnerOnboarded'));

test('finds keys by their hashes, with the standing of their partners', async () => {
  await models.store(
    row(apiKeys, key),
    row(apiKeys, { ...key, key_id: 'k2', key_hash: '2', status: 'REVOKED' }),
    row(partners, { ...partner, status: 'SUSPENDED', ip_allowlist: ['10.0.0.0/8'], requests_per_minute: 7 }),
  );
  const holders = await findKeyHolders(models.query, [key.key_hash, '2', 'ff']);
  expect(holders.get(key.key_hash)).toEqual({
    key_id: 'k1',
    partner_id: 'p1',
    mode: 'sandbox',
    key_status: 'ACTIVE',
    partner_status: 'SUSPENDED',
    ip_allowlist: ['10.0.0.0/8'],
    requests_per_minute: 7,
  });
  expect(holders.get('2')?.key_status).toBe('REVOKED');
  expect(holders.size).toBe(2);
});

test('lists keys without a gap or a repetition, also those of one instant', async () => {
  const ids = ['k1', 'k2', 'k3', 'k4'];
  await models.store(...ids.map((id) => row(apiKeys, { ...key, key_id: id, key_hash: id })));
  const reader = partnerReader(models.query, { partnerId: 'p1', mode: 'sandbox' });
  const first = await pageOfApiKeys(reader, { limit: 2 });
  // The row beyond the limit shows that there are more.
  expect(first?.map(({ key_id }) => key_id)).toEqual(['k4', 'k3', 'k2']);
  const second = await pageOfApiKeys(reader, { limit: 2, cursor: 'k3' });
  expect(second?.map(({ key_id }) => key_id)).toEqual(['k2', 'k1']);
});
