import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { Lookup } from '../../../../commands/ports/key-vault';
import { systemClock } from '../../../../infra/clock';
import { createPostgresDenials } from '../../../../infra/denials/postgres-denials';
import { createPostgresNonces } from '../../../../infra/http/nonces';
import { migrate, migrationFile, readerRoles } from '../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool, REQUEST_LIMITS } from '../../../../infra/postgres/pool';
import { createCipher } from '../../../../infra/vault/keys/cipher';
import { rotateLookups } from '../../../../infra/vault/lookups/rotate-lookups';
import { createPostgresVault } from '../../../../infra/vault/postgres-vault';
import { migrateVault } from '../../../infra/vault/migrate-vault';
import { onServer, type TestDatabase, testDatabase } from '../../../stores/postgres';

const TABLES = ['vault.subject_keys', 'vault.lookups', 'vault.lookup_keys', 'lastro.denials', 'lastro.nonces'];

/** Records the setting in force at each commit. */
const WATCHED = `
CREATE TABLE commits (tab text NOT NULL, mode text NOT NULL);
CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO commits VALUES (TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME, current_setting('synchronous_commit'));
  RETURN NULL;
END $$;
${TABLES.map(
  (table) => `CREATE CONSTRAINT TRIGGER watched AFTER INSERT OR UPDATE OR DELETE ON ${table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_commit();`,
).join('\n')}`;

let database: TestDatabase;
let pools: readonly Pool[];

beforeAll(async () => {
  database = await testDatabase();
  await onServer(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET synchronous_commit = off`);
  const url = `${database.url}?options=${encodeURIComponent('-c synchronous_commit=off -c work_mem=5MB')}`;
  pools = [REQUEST_LIMITS, BATCH_LIMITS].map((limits) => createPool(url, pino({ level: 'silent' }), limits));
  await migrateVault(pools[1]!);
  const files = ['denials/denials', 'http/nonces'].map((name) => migrationFile(`infra/${name}.sql`));
  await migrate(pools[1]!, [...readerRoles(), ...files]);
  await pools[1]!.query(WATCHED);
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

const modes = async (pool: Pool): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await pool.query<{ tab: string; modes: string[] }>(
    'SELECT tab, array_agg(DISTINCT mode) AS modes FROM commits GROUP BY tab',
  );
  await pool.query('DELETE FROM commits');
  return new Map(rows.map(({ tab, modes: found }) => [tab, found]));
};

test.each([
  0, 1,
])('vault, look-ups, denials and nonces wait for the disk, against any setting (pool %i)', async (index) => {
  const pool = pools[index]!;
  const cipher = createCipher(randomBytes(32));
  await pool.query('TRUNCATE vault.subject_keys, vault.lookups, vault.lookup_keys, vault.wrapping CASCADE');
  const vault = createPostgresVault({ pool, cipher, clock: systemClock });
  const lookup: Lookup = { partnerId: 'p', mode: 'live', kind: 'DOCUMENT', value: '52998224725' };
  const subject = randomUUID();
  await vault.seal(subject, 'a name');
  await vault.claim(lookup, subject, 1);
  await rotateLookups({ pool, cipher }, async function* () {
    yield lookup;
  });
  await vault.release(lookup, subject, 2);
  await vault.erase(subject);
  const denied = { kind: 'API_KEY', subject: randomUUID(), stream: 'partner-1', revision: 1, value: null } as const;
  await createPostgresDenials(pool).deny(denied);
  const nonces = createPostgresNonces(pool);
  await nonces.claim('partner', randomUUID(), 60);
  expect(await modes(pool)).toEqual(new Map(TABLES.map((table) => [table, ['on']])));
  // Other settings of the connection string stay.
  expect((await pool.query('SHOW work_mem')).rows).toEqual([{ work_mem: '5MB' }]);
});
