import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { accounts } from '../../../projections/accounts';
import { apiKeys, findKeyHolders } from '../../../read-models/partners/api-keys';
import { partners } from '../../../read-models/partners/partners';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const key = rowAfter(accounts, apiKeys, recorded('ApiKeyIssued'));
const partner = rowAfter(accounts, partners, recorded('PartnerOnboarded'));
const deny = (kind: string, subject: string, revision: number) =>
  models.query('INSERT INTO lastro.denials VALUES ($1, $2, $3, $4)', [kind, subject, 'partner-p1', revision]);

test.each([
  [null, 'REVOKED'],
  [6, 'REVOKED'],
  [7, 'ACTIVE'],
  [8, 'ACTIVE'],
])('applies a denial at revision 7 against a row of revision %s', async (revision, status) => {
  await models.store(row(apiKeys, { ...key, revision }), row(partners, partner));
  await deny('API_KEY', 'k1', 7);
  expect((await findKeyHolders(models.query, [key.key_hash])).get(key.key_hash)?.key_status).toBe(status);
});

test('ignores a denial of another right or another key', async () => {
  await models.store(row(apiKeys, key), row(partners, partner));
  await deny('API_KEY', 'k2', 7);
  await deny('HMAC_SECRET', 'k1', 7);
  expect((await findKeyHolders(models.query, [key.key_hash])).get(key.key_hash)?.key_status).toBe('ACTIVE');
});
