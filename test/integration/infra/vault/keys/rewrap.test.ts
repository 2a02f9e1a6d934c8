import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { Lookup } from '../../../../../commands/ports/key-vault';
import { clockOf } from '../../../../../infra/clock';
import { BATCH_LIMITS, createPool } from '../../../../../infra/postgres/pool';
import { type Cipher, createCipher } from '../../../../../infra/vault/keys/cipher';
import { checkMasterKey } from '../../../../../infra/vault/keys/master-key';
import { rewrapKeys } from '../../../../../infra/vault/keys/rewrap';
import { createPostgresVault } from '../../../../../infra/vault/postgres-vault';
import type { RestorableVault } from '../../../../../infra/vault/vault';
import { migrateVault } from '../../../../infra/vault/migrate-vault';
import { type TestDatabase, testDatabase } from '../../../../stores/postgres';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const [before, during, after] = [createCipher(oldKey), createCipher(newKey, oldKey), createCipher(newKey)];
const [newId] = after.keyIds;
const USERS = 450;
let database: TestDatabase;
let pool: Pool;

const vaultOf = (cipher: Cipher): RestorableVault => createPostgresVault({ pool, cipher, clock: clockOf(() => 0) });
const contact = (value: string): Lookup => ({ partnerId: 'p', mode: 'live', kind: 'LOGIN_CONTACT', value });
const isUnder = async (keyId: string): Promise<boolean> => {
  const text = `SELECT key_id FROM vault.subject_keys WHERE wrapped_key IS NOT NULL UNION SELECT key_id FROM vault.lookup_keys UNION SELECT key_id FROM vault.service_keys`;
  const { rows } = await pool.query<{ key_id: string | null }>(text);
  return rows.every((row) => row.key_id === keyId);
};

/** As the first version left them: keys without an id, look-ups by the derived key. */
const fillAsBefore = async (): Promise<void> => {
  const ids = Array.from({ length: USERS }, (_, n) => `user-${n}`);
  await pool.query(
    'INSERT INTO vault.subject_keys (subject_id, wrapped_key) SELECT * FROM unnest($1::text[], $2::bytea[])',
    [ids, ids.map((id) => before.newKey(id).wrapped)],
  );
  await pool.query('INSERT INTO vault.lookups VALUES ($1, $2)', [before.digest(contact('a')), 'user-1']);
};

beforeEach(async () => {
  database = await testDatabase();
  pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  await migrateVault(pool);
  await fillAsBefore();
});

afterEach(async () => {
  await pool.end();
  await database.drop();
});

test('the master key changes while every process continues to work', async () => {
  const running = vaultOf(before);
  const [kept, late] = [await running.seal('user-1', 'secret'), await running.seal('fiscal:late', 'more')];
  await checkMasterKey(pool, during);
  const next = vaultOf(during);
  // A process with both keys makes nothing yet that the old key cannot open.
  const early = await next.seal('early', 'text');
  expect(await running.open(early)).toBe('text');
  expect(await next.find(contact('a'))).toBe('user-1');
  await expect(checkMasterKey(pool, after)).rejects.toThrow(/that was its first/);

  const told: number[] = [];
  const result = await rewrapKeys(pool, during, ({ rewrapped }) => told.push(rewrapped));
  expect(result).toEqual({ keyId: newId, rewrapped: USERS + 2 });
  expect(told).toEqual([0, 200, 400, USERS + 2, USERS + 2]);
  expect(await isUnder(newId)).toBe(true);

  await checkMasterKey(pool, after);
  const last = vaultOf(after);
  const opened = await Promise.all([kept, late, early].map((sealed) => last.open(sealed)));
  expect(opened).toEqual(['secret', 'more', 'text']);
  expect(await last.find(contact('a'))).toBe('user-1');
  expect(await last.claim(contact('a'), 'user-2')).toBe('user-1');
  // A process that learned its keys before goes on, too: with what it knows, and with what is new.
  expect([await next.open(kept), await next.find(contact('a'))]).toEqual(['secret', 'user-1']);
  expect(await last.open(await next.seal('newest', 'text'))).toBe('text');
  expect(await isUnder(newId)).toBe(true);
  await expect(checkMasterKey(pool, before)).rejects.toThrow(new RegExp(`needs the key ${newId}`));
});

test('a killed rewrapping starts again, and needs both keys until its end', async () => {
  const box = await vaultOf(before).seal('user-1', 'secret');
  const killed = rewrapKeys(pool, during, ({ rewrapped }) => {
    if (rewrapped > 0) throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await isUnder(newId)).toBe(false);
  for (const cipher of [before, after]) await expect(checkMasterKey(pool, cipher)).rejects.toThrow(/MASTER_KEY/);
  await checkMasterKey(pool, during);
  expect(await vaultOf(during).open(box)).toBe('secret');
  expect(await rewrapKeys(pool, during)).toEqual({ keyId: newId, rewrapped: USERS - 200 });
  expect(await rewrapKeys(pool, during)).toEqual({ keyId: newId, rewrapped: 0 });
  await checkMasterKey(pool, after);
});

test('rewrapping under load loses no key and brings back no erased one', async () => {
  const [one, two] = [vaultOf(during), vaultOf(createCipher(oldKey, newKey))];
  const boxes = new Map<string, Awaited<ReturnType<typeof one.seal>>>();
  let isDone = false;
  const load = async (vault: RestorableVault, name: string): Promise<number> => {
    let n = 0;
    for (; !isDone; n += 1) {
      const id = `${name}-${n}`;
      boxes.set(id, await vault.seal(id, id));
      expect(await vault.claim(contact(id), id)).toBe(id);
      await vault.erase(`user-${name === 'one' ? n : USERS - n}`);
    }
    return n;
  };
  const loads = [load(one, 'one'), load(two, 'two')];
  await rewrapKeys(pool, during);
  isDone = true;
  expect(Math.min(...(await Promise.all(loads)))).toBeGreaterThan(0);
  expect(await isUnder(newId)).toBe(true);
  const last = vaultOf(after);
  for (const [id, box] of boxes) expect([await last.open(box), await last.find(contact(id))]).toEqual([id, id]);
  await expect(last.seal('user-0', 'again')).rejects.toThrow(/was erased/);
});

test('a key that no master key opens is not skipped, and the old key stays necessary', async () => {
  await pool.query("UPDATE vault.subject_keys SET wrapped_key = 'damaged' WHERE subject_id = 'user-7'");
  await expect(rewrapKeys(pool, during)).rejects.toThrow(/too short/);
  await expect(checkMasterKey(pool, after)).rejects.toThrow(/MASTER_KEY/);
});
