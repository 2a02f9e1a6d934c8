import type { Pool } from 'pg';
import { createPool } from '../../../infra/postgres/pool';
import { preparePayoutStore } from '../../../infra/providers/sandbox/payouts/payout-store-postgres';
import { openSandboxThere } from '../../../src/bin/sandbox-providers';
import { readConfig } from '../../../src/config';
import { silent } from '../../http/world';
import { manualClock } from '../../infra/providers/manual-clock';
import { type TestDatabase, testDatabase } from '../../stores/postgres';
import { closeServers, listening, SECRET } from '../infra/providers/remote/serving';
import { serverOf, simulatedPorts } from '../infra/providers/remote/serving-sandbox';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent);
  await preparePayoutStore(pool);
});
afterEach(closeServers);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const opened = async () => {
  const url = await listening(serverOf(simulatedPorts(manualClock(Date.now()))));
  const config = readConfig({ SANDBOX_PROVIDERS_URL: url, SANDBOX_PROVIDERS_SECRET: SECRET });
  return openSandboxThere({ config, logger: silent, pool }, url);
};

test('what is simulated here goes by the times of the bank that is elsewhere', async () => {
  const { aheadMs, controls } = await opened();
  expect([await controls.advance('p', 5_000), await aheadMs('p'), await aheadMs('q')]).toEqual([5_000, 5_000, 0]);
  await controls.reset('p');
  expect([await aheadMs('p'), await controls.advance('p', 0)]).toEqual([0, 0]);
});

test('time moves on nowhere while the bank does not answer', async () => {
  const { aheadMs, controls } = await opened();
  await closeServers();
  await expect(controls.advance('p', 5_000)).rejects.toMatchObject({ rejection: { code: 'PROVIDER_FAILURE' } });
  expect(await aheadMs('p')).toBe(0);
});

test('nobody calls back from here, and the names are those of the other program', async () => {
  const { callers, payouts, charges, kyc, registry } = await opened();
  expect(callers).toEqual([]);
  expect(new Set([payouts, charges, kyc, registry].map(({ name }) => name))).toEqual(new Set(['sandbox-remote']));
});
