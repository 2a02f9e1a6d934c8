import type { Pool } from 'pg';
import type { Sealed } from '../../aggregates/sealed';
import { clockOf } from '../../infra/clock';
import { BATCH_LIMITS, createPool } from '../../infra/postgres/pool';
import { createCipher } from '../../infra/vault/keys/cipher';
import { checkMasterKey } from '../../infra/vault/keys/master-key';
import { rewrapKeys } from '../../infra/vault/keys/rewrap';
import { createPostgresVault } from '../../infra/vault/postgres-vault';
import type { RestorableVault } from '../../infra/vault/vault';
import { silent } from '../infra/projections/fixture';
import { migrateVault } from '../infra/vault/migrate-vault';
import { type TestDatabase, testDatabase } from '../stores/postgres';
import { goldenLines, goldenMasterKey, goldenVault } from './golden-log';

const isSealed = (value: object): value is Sealed => 'sealed' in value && 'box' in value;

/** Every sealed value within, at any depth. */
const sealedIn = (value: unknown): readonly Sealed[] => {
  if (typeof value !== 'object' || value === null) return [];
  return isSealed(value) ? [value] : Object.values(value).flatMap(sealedIn);
};

const lines = goldenLines();
const erased = new Set(
  lines.flatMap(({ type, data }) => (type === 'SubjectErased' ? [String(data['subjectId'])] : [])),
);
const sealedValues = lines.flatMap(({ data }) => sealedIn(data));

describe('the vault of the golden log', () => {
  let database: TestDatabase;
  let pool: Pool;
  let vault: RestorableVault;
  const cipher = createCipher(goldenMasterKey());

  beforeAll(async () => {
    database = await testDatabase();
    pool = createPool(database.url, silent, BATCH_LIMITS);
    await migrateVault(pool);
    const { subject_keys: keys, lookups } = goldenVault();
    await pool.query(
      `INSERT INTO vault.subject_keys (subject_id, wrapped_key, created_at, destroyed_at)
        SELECT subject_id, decode(wrapped_key, 'hex'), created_at, destroyed_at FROM json_to_recordset($1)
          AS t(subject_id text, wrapped_key text, created_at timestamptz, destroyed_at timestamptz)`,
      [JSON.stringify(keys)],
    );
    await pool.query(
      `INSERT INTO vault.lookups (lookup_hmac, subject_id)
        SELECT decode(lookup_hmac, 'hex'), subject_id FROM json_to_recordset($1) AS t(lookup_hmac text, subject_id text)`,
      [JSON.stringify(lookups)],
    );
    vault = createPostgresVault({ pool, cipher, clock: clockOf(() => 0) });
  });

  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  test('accepts the golden master key only', async () => {
    await expect(checkMasterKey(pool, cipher)).resolves.toBeUndefined();
    await expect(checkMasterKey(pool, createCipher(Buffer.alloc(32, 1)))).rejects.toThrow(/not the key/);
  });

  test('opens the sealed values of every subject that was not erased, and no others', async () => {
    expect(erased.size).toBe(3);
    let [opened, closed] = [0, 0];
    for (const sealed of sealedValues) {
      const plaintext = await vault.open(sealed);
      expect([sealed.subjectId, plaintext === null]).toEqual([sealed.subjectId, erased.has(sealed.subjectId)]);
      if (plaintext === null) closed += 1;
      else opened += 1;
    }
    expect([opened, closed]).toEqual([91, 9]);
  });

  test('opens instructions of the kind of their payout, the PIN and the users’ own names', async () => {
    for (const { type, data } of lines) {
      if (type !== 'CashoutIntentCreated') continue;
      const { kind, instruction } = data['payout'] as { readonly kind: string; readonly instruction: Sealed };
      const plaintext = await vault.open(instruction);
      if (plaintext !== null) expect(JSON.parse(plaintext)).toMatchObject({ kind });
    }
    const opened = await Promise.all(sealedValues.map((sealed) => vault.open(sealed)));
    expect(opened).toEqual(expect.arrayContaining(['maria@example.com', 'customer-17', 'order-1', 'for Maria']));
  });

  test('opens and finds the same after a change of the master key', async () => {
    const next = Buffer.alloc(32, 2);
    const { rewrapped } = await rewrapKeys(pool, createCipher(next, goldenMasterKey()));
    expect(rewrapped).toBe(goldenVault().subject_keys.filter(({ wrapped_key: key }) => key !== null).length);
    await checkMasterKey(pool, createCipher(next));
    vault = createPostgresVault({ pool, cipher: createCipher(next), clock: clockOf(() => 0) });
    const opened = await Promise.all(sealedValues.map((sealed) => vault.open(sealed)));
    expect(opened.filter((plaintext) => plaintext !== null)).toHaveLength(91);
  });

  test('finds the users that were not erased by their ids, and keeps no look-up of the others', async () => {
    const registered = lines.filter(({ type }) => type === 'UserRegistered').map(({ data }) => data);
    for (const { partnerId, mode, userId, externalUserId } of registered) {
      const value = externalUserId === null ? null : await vault.open(externalUserId as Sealed);
      if (value === null) continue;
      const lookup = { partnerId, mode, kind: 'EXTERNAL_USER_ID', value } as Parameters<typeof vault.find>[0];
      expect(await vault.find(lookup)).toBe(userId);
    }
    expect(goldenVault().lookups.filter(({ subject_id: id }) => erased.has(id))).toEqual([]);
    expect(
      goldenVault()
        .subject_keys.filter(({ wrapped_key: key }) => key === null)
        .map(({ subject_id: id }) => id),
    ).toEqual([...erased].sort());
  });
});
