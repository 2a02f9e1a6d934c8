import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { clockOf } from '../../../../infra/clock';
import { BATCH_LIMITS, createPool } from '../../../../infra/postgres/pool';
import { createCipher } from '../../../../infra/vault/keys/cipher';
import { createMemoryVault } from '../../../../infra/vault/memory-vault';
import { createPostgresVault } from '../../../../infra/vault/postgres-vault';
import { migrateVault } from '../../../infra/vault/migrate-vault';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

const cipher = createCipher(randomBytes(32));
let database: TestDatabase;
let pool: Pool;
let nowMs = 0;
const clock = clockOf(() => nowMs);

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  await migrateVault(pool);
});

beforeEach(async () => {
  nowMs = 0;
  await pool.query('TRUNCATE vault.fiscal_uses, vault.subject_keys, vault.lookup_keys, vault.wrapping');
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe.each([
  ['in memory', () => createMemoryVault(cipher, clock)],
  ['over PostgreSQL', () => createPostgresVault({ pool, cipher, clock })],
])('fiscal keys %s', (_name, create) => {
  test('lists fiscal keys without a use since a time, page by page, and no other subject', async () => {
    const vault = create();
    const at = (ms: number): string => new Date(ms).toISOString();
    for (const [subject, ms] of [
      ['fiscal:b', 10],
      ['fiscal:a', 30],
      ['fiscal:C', 20],
      ['user-1', 10],
    ] as const) {
      nowMs = ms;
      await vault.seal(subject, 'x');
    }
    const idle = async (before: number, after = '', most = 9) =>
      (await vault.idleFiscalKeys({ before: at(before), after, most })).map(({ subjectId }) => subjectId);
    expect(await idle(31)).toEqual(['fiscal:C', 'fiscal:a', 'fiscal:b']);
    expect(await idle(31, '', 2)).toEqual(['fiscal:C', 'fiscal:a']);
    expect(await idle(31, 'fiscal:a', 2)).toEqual(['fiscal:b']);
    expect(await idle(10)).toEqual([]);
    expect(await vault.idleFiscalKeys({ before: at(31), after: 'fiscal:a', most: 9 })).toEqual([
      { subjectId: 'fiscal:b', lastSealedAt: at(10) },
    ]);
    // Uses are noted once an hour at most.
    nowMs = 3_600_040;
    await vault.seal('fiscal:b', 'later');
    expect(await idle(31)).toEqual(['fiscal:C', 'fiscal:a']);
    await vault.erase('fiscal:a');
    expect(await idle(3_600_041)).toEqual(['fiscal:C', 'fiscal:b']);
    await expect(vault.seal('fiscal:a', 'x')).rejects.toThrow(/was erased/);
  });

  test('keeps the fiscal key when the user is erased, and the user when the key is destroyed', async () => {
    const vault = create();
    const [own, fiscal] = [await vault.seal('user-1', 'own'), await vault.seal('fiscal:user-1', 'kept')];
    await vault.erase('user-1');
    expect([await vault.open(own), await vault.open(fiscal)]).toEqual([null, 'kept']);
    await vault.destroyAgain(['fiscal:user-1']);
    expect(await vault.open(fiscal)).toBeNull();
  });
});
