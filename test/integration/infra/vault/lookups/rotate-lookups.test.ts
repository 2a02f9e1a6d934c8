import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { Lookup } from '../../../../../commands/ports/key-vault';
import { clockOf } from '../../../../../infra/clock';
import { BATCH_LIMITS, createPool } from '../../../../../infra/postgres/pool';
import { createCipher } from '../../../../../infra/vault/keys/cipher';
import { rewrapKeys } from '../../../../../infra/vault/keys/rewrap';
import { serviceKey } from '../../../../../infra/vault/keys/service-keys';
import { createWrapping } from '../../../../../infra/vault/keys/wrapping';
import { digestsOf } from '../../../../../infra/vault/lookups/lookup-keys';
import { claimLookup, OUTDATED } from '../../../../../infra/vault/lookups/lookups';
import { type RotationResult, rotateLookups } from '../../../../../infra/vault/lookups/rotate-lookups';
import { createPostgresVault } from '../../../../../infra/vault/postgres-vault';
import type { RestorableVault } from '../../../../../infra/vault/vault';
import { migrateVault } from '../../../../infra/vault/migrate-vault';
import { type TestDatabase, testDatabase } from '../../../../stores/postgres';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const cipher = createCipher(oldKey);
let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  await migrateVault(pool);
});

beforeEach(async () => {
  await pool.query('TRUNCATE vault.subject_keys, vault.lookups, vault.lookup_keys, vault.wrapping, vault.service_keys');
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const vaultOf = (): RestorableVault => createPostgresVault({ pool, cipher, clock: clockOf(() => 0) });
const of = (kind: Lookup['kind'], value: string): Lookup => ({ partnerId: 'p', mode: 'live', kind, value });
const wallet = (value: string): Lookup => of('WALLET', value);
const contact = (value: string): Lookup => of('LOGIN_CONTACT', value);

async function* saying(...lookups: readonly Lookup[]): AsyncGenerator<Lookup> {
  yield* lookups;
}
const rotate = (...lookups: readonly Lookup[]): Promise<RotationResult> =>
  rotateLookups({ pool, cipher }, () => saying(...lookups));

const versions = async (table: 'lookup_keys' | 'lookups'): Promise<readonly number[]> => {
  const column = table === 'lookups' ? 'key_version' : 'version';
  const { rows } = await pool.query<{ v: number }>(`SELECT DISTINCT ${column} AS v FROM vault.${table} ORDER BY 1`);
  return rows.map(({ v }) => v);
};

test('moves the log’s look-ups to a new key, contacts at their next use, and destroys the old key', async () => {
  const running = vaultOf();
  await running.claim(wallet('w'), 'alice', 7);
  await running.claim(of('EXTERNAL_USER_ID', 'alice@example.com'), 'alice');
  await running.claim(contact('mail'), 'alice');
  const { rows: before } = await pool.query('SELECT lookup_hmac FROM vault.lookups');

  const lookups = [wallet('w'), of('EXTERNAL_USER_ID', 'alice@example.com'), wallet("nobody's")];
  expect(await rotate(...lookups)).toEqual({ version: 2, moved: 2, left: 1 });
  expect([await versions('lookup_keys'), await versions('lookups')]).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect(await running.find(wallet('w'))).toBe('alice');
  expect(await vaultOf().claim(wallet('w'), 'bob')).toBe('alice');
  expect(await running.find(contact('other'))).toBeNull();
  expect(await running.find(contact('mail'))).toBe('alice');
  expect(await versions('lookups')).toEqual([2]);

  expect(await rotate(...lookups)).toEqual({ version: 2, moved: 0, left: 0 });
  expect(await versions('lookup_keys')).toEqual([2]);
  for (const vault of [running, vaultOf()]) expect(await vault.find(contact('mail'))).toBe('alice');
  const { rows: after } = await pool.query('SELECT lookup_hmac FROM vault.lookups');
  expect(after.filter((row) => before.some((old) => JSON.stringify(old) === JSON.stringify(row)))).toEqual([]);
  // Claimed on revision 7: what an earlier event gave up does not free it, wherever it moved.
  await running.release(wallet('w'), 'alice', 7);
  expect(await running.find(wallet('w'))).toBe('alice');
});

test('a killed rotation continues with its key, and the next one makes another key', async () => {
  const vault = vaultOf();
  const wallets = Array.from({ length: 30 }, (_, n) => wallet(`w-${n}`));
  for (const each of wallets) await vault.claim(each, 'alice');
  const killed = rotateLookups({ pool, cipher }, async function* () {
    yield* wallets.slice(0, 20);
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await versions('lookups')).toEqual([1, 2]);
  for (const each of wallets) expect(await vaultOf().claim(each, 'bob')).toBe('alice');
  expect(await rotate(...wallets)).toMatchObject({ version: 2, left: 0 });
  expect(await versions('lookup_keys')).toEqual([2]);
  expect(await rotate(...wallets)).toEqual({ version: 3, moved: 30, left: 0 });
  for (const each of wallets) expect(await vault.find(each)).toBe('alice');
});

test('gives a wallet to exactly one of two users under the old and the new key', async () => {
  const wallets = Array.from({ length: 120 }, (_, n) => wallet(`w-${n}`));
  // Knows the first key alone, as a process that was busy elsewhere does.
  const late = vaultOf();
  await late.find(wallet('none'));
  // Half of them are bound by the old key, the other half by nothing.
  for (const each of wallets.slice(0, 60)) await late.claim(each, 'alice');
  const fresh = vaultOf();
  const rotation = rotate(...wallets);
  const claims = await Promise.all(
    wallets.map((each) =>
      Promise.all([fresh.claim(each, 'bob', 3), late.claim(each, 'alice'), fresh.claim(each, 'carol')]),
    ),
  );
  await rotation;
  for (const [n, owners] of claims.entries()) {
    const [owner] = owners;
    expect([n, owners]).toEqual([n, [owner, owner, owner]]);
    if (n < 60) expect(owner).toBe('alice');
    expect(await vaultOf().find(wallets[n]!)).toBe(owner);
  }
  const { rows } = await pool.query('SELECT count(*)::int AS bound FROM vault.lookups');
  expect(rows).toEqual([{ bound: wallets.length }]);
});

test('a running claim during the creation of a key is bound by the old key or asked again', async () => {
  const vault = vaultOf();
  await vault.claim(wallet('first'), 'alice');
  const client = await pool.connect();
  // As a claim stands between looking and binding.
  await client.query('BEGIN; SELECT 1 FROM vault.wrapping FOR SHARE');
  const rotation = rotate(wallet('first'));
  const { digest } = cipher;
  const old = digest(wallet('late'), (await createWrapping(pool, cipher).lookupKeys())[0].key);
  await client.query("INSERT INTO vault.lookups (lookup_hmac, subject_id) VALUES ($1, 'alice')", [old]);
  await client.query('COMMIT');
  client.release();
  await rotation;
  expect(await vaultOf().claim(wallet('late'), 'bob')).toBe('alice');
  expect(await versions('lookups')).toEqual([2]);
});

test('refuses a bind by the old key after a search without a result, once a new key exists', async () => {
  const fresh = vaultOf();
  await fresh.seal('alice', 'text');
  const digests = digestsOf(cipher, wallet('w'), await createWrapping(pool, cipher).lookupKeys());
  const claimed = claimLookup(pool, digests, {
    id: 'alice',
    // Called between looking and binding.
    ensureKey: async () => {
      await rotate();
      expect(await fresh.claim(wallet('w'), 'bob')).toBe('bob');
    },
  });
  expect(await claimed).toBe(OUTDATED);
  expect(await fresh.claim(wallet('w'), 'alice')).toBe('bob');
  expect(await versions('lookups')).toEqual([2]);
});

test('a process that knows only the old key frees and erases what has moved', async () => {
  const late = vaultOf();
  await late.claim(wallet('given up'), 'alice', 1);
  await late.claim(wallet('erased'), 'bob');
  await late.claim(contact('erased'), 'bob');
  await rotate(wallet('given up'), wallet('erased'));
  await late.release(wallet('given up'), 'alice', 2);
  await late.erase('bob');
  for (const each of [wallet('given up'), wallet('erased'), contact('erased')]) {
    expect(await vaultOf().find(each)).toBeNull();
  }
  expect(await late.claim(wallet('given up'), 'carol')).toBe('carol');
  expect(await rotate()).toEqual({ version: 2, moved: 0, left: 0 });
});

test('a rotation under load loses no claim and brings back no erased look-up', async () => {
  const before = Array.from({ length: 150 }, (_, n) => `before-${n}`);
  const setUp = vaultOf();
  for (const id of before) await setUp.claim(wallet(id), id);
  let isDone = false;
  const claimed: string[] = [];
  const load = async (name: string, vault: RestorableVault): Promise<void> => {
    for (let n = 0; !isDone || n < 10; n += 1) {
      const id = `${name}-${n}`;
      expect(await vault.claim(wallet(id), id)).toBe(id);
      claimed.push(id);
    }
  };
  const erasing = async (): Promise<void> => {
    for (const id of before.slice(0, 50)) await setUp.erase(id);
  };
  const loads = [load('one', vaultOf()), load('two', setUp), erasing()];
  await rotate(...before.map(wallet));
  isDone = true;
  await Promise.all(loads);
  const vault = vaultOf();
  for (const [n, id] of before.entries()) expect([id, await vault.find(wallet(id))]).toEqual([id, n < 50 ? null : id]);
  for (const id of claimed) expect(await vault.find(wallet(id))).toBe(id);
  expect(claimed.length).toBeGreaterThanOrEqual(20);
});

test('the key behind the readers’ password outlives the master key and the look-up key', async () => {
  const readers = (under: typeof cipher) =>
    serviceKey(pool, { cipher: under, wrapping: createWrapping(pool, under) }, 'readers');
  const [first, again] = await Promise.all([readers(cipher), readers(cipher)]);
  expect(again).toEqual(first);
  const both = createCipher(newKey, oldKey);
  await rewrapKeys(pool, both);
  await rotateLookups({ pool, cipher: both }, () => saying());
  expect(await versions('lookup_keys')).toEqual([2]);
  expect(await readers(createCipher(newKey))).toEqual(first);
});
