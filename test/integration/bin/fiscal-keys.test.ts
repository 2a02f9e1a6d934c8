import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { fiscalSubjectOf } from '../../../aggregates/user/fiscal-subject';
import { registerUser } from '../../../commands/user/register-user';
import { FISCAL_LOCK } from '../../../infra/postgres/advisory-locks';
import { inTransaction } from '../../../infra/postgres/pool';
import { createQuery } from '../../../infra/postgres/query';
import { createCipher } from '../../../infra/vault/keys/cipher';
import { checkMasterKey } from '../../../infra/vault/keys/master-key';
import { createPostgresVault } from '../../../infra/vault/postgres-vault';
import { destroyingOf } from '../../../src/bin/running/fiscal-keys';
import { asking, core } from '../../core';
import { openTenants, type Tenants } from '../infra/postgres/tenants';

const A_YEAR_MS = 366 * 86_400_000;
const user = { partnerId: 'p1', mode: 'sandbox', externalUserId: 'ana', wallet: null } as const;

let tenants: Tenants;
beforeAll(async () => {
  tenants = await openTenants();
});
afterAll(() => tenants.close());

test('due fiscal keys are destroyed by one process at a time', async () => {
  const { pool } = tenants;
  const cipher = createCipher(randomBytes(32));
  await checkMasterKey(pool, cipher);
  const inMemory = core();
  const vault = createPostgresVault({ pool, cipher, clock: inMemory.clock });
  const ports = { ...inMemory, vault, query: createQuery(pool) };
  const { userId } = await registerUser(ports)(user, asking('ana'));
  const kept = await vault.seal(fiscalSubjectOf(userId, 0), 'Ana');
  const given = { ports, vault, batchPool: pool };
  const destroy = destroyingOf(given, { FISCAL_RETENTION_YEARS: 3 }, pino({ level: 'silent' }));
  inMemory.clock.advance(2 * A_YEAR_MS);
  expect(await destroy()).toBe(0);
  inMemory.clock.advance(A_YEAR_MS);
  await inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [FISCAL_LOCK.classId, FISCAL_LOCK.objectId]);
    expect(await destroy()).toBe(0);
  });
  expect(await vault.open(kept)).toBe('Ana');
  expect(await destroy()).toBe(1);
  expect(await vault.open(kept)).toBeNull();
});
