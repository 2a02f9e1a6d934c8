import type { Denial } from '../../../../commands/ports/denials';
import { createPostgresDenials } from '../../../../infra/denials/postgres-denials';
import { removeSettledDenials } from '../../../../infra/denials/settled';
import { openTenants, type Tenants } from '../postgres/tenants';

let tenants: Tenants;
beforeAll(async () => {
  tenants = await openTenants();
  await tenants.pool.query(`
    INSERT INTO lastro.partners (partner_id, name, status, ip_allowlist, features, fee_markup_basis_points, onboarded_at, revision)
      VALUES ('s', 'Acme', 'ACTIVE', '[]', '{}', 0, now(), 7);
    INSERT INTO lastro.partner_secrets (owner, partner_id, mode, revision) VALUES ('s', 's', 'live', 7);
    INSERT INTO lastro.api_keys VALUES ('s', 's', 'live', 'h', NULL, 'p', 'l', 'REVOKED', now(), now(), 7);
    INSERT INTO lastro.users VALUES ('s', 's', 'live', NULL, NULL, NULL, 'PENDING', false, false, now(), 7)`);
});
afterEach(() => tenants.pool.query('TRUNCATE lastro.denials'));
afterAll(() => tenants.close());

const KINDS = ['API_KEY', 'HMAC_SECRET', 'PARTNER', 'IP_ALLOWLIST', 'USER_BLOCK', 'KYC_STATUS', 'USER'] as const;
const deny = (kind: Denial['kind'], revision: number, subject = 's') =>
  createPostgresDenials(tenants.pool).deny({ kind, subject, stream: 'x', revision, value: null });
const left = async () => (await tenants.pool.query<object>('SELECT kind, subject FROM lastro.denials')).rows;

test.each(KINDS)('a denial of %s is removed once its row includes the event, and not before', async (kind) => {
  await deny(kind, 8);
  expect(await removeSettledDenials(tenants.pool)).toBe(0);
  expect(await left()).toEqual([{ kind, subject: 's' }]);
  await tenants.pool.query('UPDATE lastro.denials SET revision = 7');
  expect(await removeSettledDenials(tenants.pool)).toBe(1);
  expect(await left()).toEqual([]);
});

test('a denial stays when its row is missing or names no event', async () => {
  await deny('API_KEY', 0, 'nobody');
  await deny('USER_BLOCK', 0, 'p-first');
  expect(await removeSettledDenials(tenants.pool)).toBe(0);
  expect(await left()).toHaveLength(2);
});
