import type { Pool } from 'pg';
import {
  createPartnerRequests,
  type EndedPartnerRequest,
  removeOldRequests,
} from '../../../../infra/http/requests/partner-requests';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { silent } from '../../../http/world';
import { openTenants, type Tenants } from '../postgres/tenants';

const request = (requestId: string, partnerId = 'p1'): EndedPartnerRequest => ({
  ...{ partnerId, mode: 'live', method: 'POST', route: '/api/v1/users', status: 201, code: null },
  ...{ requestId, durationMs: 12.7 },
});

let tenants: Tenants;
beforeAll(async () => {
  tenants = await openTenants();
});
afterAll(() => tenants.close());

const idsIn = async (pool: Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query('SELECT request_id FROM lastro.partner_requests ORDER BY number');
  return rows.map(({ request_id: id }) => id as string);
};

test('keeps the latest of each partner', async () => {
  const { pool } = tenants;
  await pool.query(
    `INSERT INTO lastro.partners (partner_id, name, status, ip_allowlist, features, fee_markup_basis_points, onboarded_at)
      SELECT id, id, 'ACTIVE', '[]', '{}', 0, now() FROM unnest(ARRAY['p1', 'p2']) AS given (id)`,
  );
  const requests = createPartnerRequests(pool, manualClock(), silent);
  for (const id of ['a', 'b', 'c', 'd']) requests.note(request(id));
  requests.note(request('e', 'p2'));
  await requests.close();
  expect(await removeOldRequests(pool, 2)).toBe(2);
  expect(await removeOldRequests(pool, 2)).toBe(0);
  expect(await idsIn(pool)).toEqual(['c', 'd', 'e']);
});

test('loses what cannot be written, says so once, and goes on', async () => {
  const { pool } = tenants;
  const warnings: object[] = [];
  const failing = { query: async () => Promise.reject(new Error('away')) } as unknown as Pool;
  const logger = { ...silent, warn: (fields: object) => void warnings.push(fields) };
  const requests = createPartnerRequests(failing, manualClock(), logger);
  for (let count = 0; count < 5_001; count += 1) requests.note(request(`${count}`));
  await requests.flush();
  await requests.close();
  expect(warnings).toEqual([expect.objectContaining({ count: 5_000 })]);
  expect(await idsIn(pool)).not.toContain('0');
});
