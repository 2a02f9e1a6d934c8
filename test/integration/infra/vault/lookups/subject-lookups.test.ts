import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { Lookup } from '../../../../../commands/ports/key-vault';
import { clockOf } from '../../../../../infra/clock';
import { BATCH_LIMITS, createPool } from '../../../../../infra/postgres/pool';
import { createCipher } from '../../../../../infra/vault/keys/cipher';
import { rotateLookups } from '../../../../../infra/vault/lookups/rotate-lookups';
import { createSubjectLookups } from '../../../../../infra/vault/lookups/subject-lookups';
import { createPostgresVault } from '../../../../../infra/vault/postgres-vault';
import { migrateVault } from '../../../../infra/vault/migrate-vault';
import { type TestDatabase, testDatabase } from '../../../../stores/postgres';

const cipher = createCipher(randomBytes(32));
let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  await migrateVault(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const lookup = (value: string): Lookup => ({ partnerId: 'p1', mode: 'live', kind: 'EXTERNAL_USER_ID', value });

test('finds the look-ups of many subjects, equal to the digests of their parts', async () => {
  const vault = createPostgresVault({ pool, cipher, clock: clockOf(() => 0) });
  const { lookupsOf, digestsOf } = createSubjectLookups(pool, cipher);
  for (const [value, subject] of [
    ['alice', 'u1'],
    ['bob', 'u1'],
    ['carol', 'u2'],
    ['dave', 'u3'],
  ] as const) {
    await vault.claim(lookup(value), subject);
  }
  await vault.erase('u3');
  const found = await lookupsOf(['u1', 'u2', 'u3', 'nobody']);
  expect([...found.keys()].sort()).toEqual(['u1', 'u2']);
  const [alice, bob, carol] = await Promise.all(['alice', 'bob', 'carol'].map((value) => digestsOf(lookup(value))));
  expect([...(found.get('u1') ?? [])].sort()).toEqual([alice?.[0], bob?.[0]].sort());
  expect(found.get('u2')).toEqual(carol);
});

test('finds a moved look-up with an instance from before the change of the key', async () => {
  const vault = createPostgresVault({ pool, cipher, clock: clockOf(() => 0) });
  await vault.claim(lookup('erin'), 'u5');
  const { lookupsOf, digestsOf } = createSubjectLookups(pool, cipher);
  const before = await digestsOf(lookup('erin'));
  await rotateLookups({ pool, cipher }, async function* () {
    yield lookup('erin');
  });
  const [moved] = (await lookupsOf(['u5'])).get('u5') ?? [];
  expect(before).not.toContain(moved);
  expect(await digestsOf(lookup('erin'))).toContain(moved);
});
