import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { clockOf } from '../../../../../infra/clock';
import { createPool } from '../../../../../infra/postgres/pool';
import { createCipher } from '../../../../../infra/vault/keys/cipher';
import { checkMasterKey } from '../../../../../infra/vault/keys/master-key';
import { createPostgresVault } from '../../../../../infra/vault/postgres-vault';
import { migrateVault } from '../../../../infra/vault/migrate-vault';
import { type TestDatabase, testDatabase } from '../../../../stores/postgres';

const [ours, theirs] = [createCipher(randomBytes(32)), createCipher(randomBytes(32))];
let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, pino({ level: 'silent' }));
  await migrateVault(pool);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a vault accepts any master key until its first seal, and then only this key', async () => {
  await checkMasterKey(pool, theirs);
  const vault = createPostgresVault({ pool, cipher: ours, clock: clockOf(() => 0) });
  await vault.seal('present', 'text');
  await checkMasterKey(pool, ours);
  await expect(checkMasterKey(pool, theirs)).rejects.toThrow(/MASTER_KEY/);
  await vault.erase('present');
  await checkMasterKey(pool, ours);
  await expect(checkMasterKey(pool, theirs)).rejects.toThrow(/MASTER_KEY/);
});
