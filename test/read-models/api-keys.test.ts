import { accounts } from '../../projections/accounts';
import { apiKeys, findKeyHolders, listApiKeys } from '../../read-models/api-keys';
import { partners } from '../../read-models/partners';
import { partnerReader } from '../../read-models/reader';
import { row } from '../given';
import { rowAfter } from '../memory-rows';
import { time } from '../sample-data';
import { recorded } from '../sample-events';
import { openReadModels, type StoredRows } from '../stored-rows';

let models: StoredRows;
beforeAll(async () => {
  models = await openReadModels();
});
afterEach(() => models.clear());
afterAll(() => models.close());

const key = rowAfter(accounts, apiKeys, recorded('ApiKeyIssued'));
const partner = rowAfter(accounts, partners, recorded('PartnerOnboarded'));

test('keys are found by their hashes, with the standing of their partners', async () => {
  await models.store(
    row(apiKeys, key),
    row(apiKeys, { ...key, key_id: 'k2', key_hash: '2', status: 'REVOKED' }),
    row(partners, { ...partner, status: 'SUSPENDED', ip_allowlist: ['10.0.0.0/8'] }),
  );
  const holders = await findKeyHolders(models.query, [key.key_hash, '2', 'ff']);
  expect(holders.get(key.key_hash)).toEqual({
    key_id: 'k1',
    partner_id: 'p1',
    mode: 'sandbox',
    key_status: 'ACTIVE',
    partner_status: 'SUSPENDED',
    ip_allowlist: ['10.0.0.0/8'],
  });
  expect(holders.get('2')?.key_status).toBe('REVOKED');
  expect(holders.size).toBe(2);
});

test('keys are listed newest first, of one partner and mode', async () => {
  const others = [
    { key_id: 'k2', key_hash: '2', created_at: time(0) },
    { key_id: 'k3', key_hash: '3', mode: 'live' as const },
    { key_id: 'k4', key_hash: '4', partner_id: 'p2' },
  ];
  await models.store(row(apiKeys, key), ...others.map((columns) => row(apiKeys, { ...key, ...columns })));
  const listed = await listApiKeys(partnerReader(models.query, { partnerId: 'p1', mode: 'sandbox' }));
  expect(listed.map(({ key_id }) => key_id)).toEqual(['k2', 'k1']);
  expect(listed[1]).toEqual(key);
});
