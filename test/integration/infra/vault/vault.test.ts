import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { Lookup } from '../../../../commands/ports/key-vault';
import { clockOf } from '../../../../infra/clock';
import { BATCH_LIMITS, createPool } from '../../../../infra/postgres/pool';
import { createCipher } from '../../../../infra/vault/keys/cipher';
import { createMemoryVault } from '../../../../infra/vault/memory-vault';
import { createPostgresVault, KEY_TTL_MS } from '../../../../infra/vault/postgres-vault';
import type { RestorableVault } from '../../../../infra/vault/vault';
import { migrateVault } from '../../../infra/vault/migrate-vault';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

const cipher = createCipher(randomBytes(32));
const document: Lookup = { partnerId: 'p', mode: 'live', kind: 'DOCUMENT', value: '52998224725' };
let database: TestDatabase;
let pool: Pool;
let nowMs = 0;

const clock = clockOf(() => nowMs);
const overPostgres = (): RestorableVault => createPostgresVault({ pool, cipher, clock });

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  await migrateVault(pool);
});

beforeEach(async () => {
  await pool.query('TRUNCATE vault.subject_keys, vault.lookups, vault.lookup_keys, vault.wrapping');
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe.each([
  ['in memory', () => createMemoryVault(cipher)],
  ['over PostgreSQL', overPostgres],
])('the key vault %s', (_name, create) => {
  test('opens each box that it sealed, and makes every box different', async () => {
    const vault = create();
    const [first, second] = [await vault.seal('user-1', 'João 💳'), await vault.seal('user-1', 'João 💳')];
    expect(first).toMatchObject({ sealed: 2, subjectId: 'user-1' });
    expect(first.box).not.toBe(second.box);
    expect(await vault.open(first)).toBe('João 💳');
    expect(await vault.open(second)).toBe('João 💳');
  });

  test('opens many boxes at once in their order, with null for erased subjects', async () => {
    const vault = create();
    const boxes = await Promise.all(['ana', '', 'bob', 'eva'].map((text) => vault.seal(`user-${text}`, text)));
    boxes.push(await vault.seal('user-ana', 'ana again'));
    await vault.erase('user-bob');
    expect(await vault.openAll(boxes)).toEqual(['ana', '', null, 'eva', 'ana again']);
    expect(await vault.openAll(boxes)).toEqual(['ana', '', null, 'eva', 'ana again']);
    expect(await vault.openAll([])).toEqual([]);
    await expect(vault.openAll([...boxes, { ...boxes[0]!, subjectId: 'user-9' }])).rejects.toThrow(/no key of user-9/);
  });

  test('seals the empty text too', async () => {
    const vault = create();
    expect(await vault.open(await vault.seal('user-1', ''))).toBe('');
  });

  test('makes one key when two callers seal for a new subject at once', async () => {
    const vault = create();
    const boxes = await Promise.all(['a', 'b', 'c', 'd'].map((text) => vault.seal('user-1', text)));
    expect(await Promise.all(boxes.map(vault.open))).toEqual(['a', 'b', 'c', 'd']);
  });

  test('does not open a box under another subject’s name, or a changed box', async () => {
    const vault = create();
    const box = await vault.seal('user-1', 'secret');
    await vault.seal('user-2', 'other');
    await expect(vault.open({ ...box, subjectId: 'user-2' })).rejects.toThrow();
    const bytes = Buffer.from(box.box, 'base64');
    bytes[14] = bytes.readUInt8(14) ^ 1;
    await expect(vault.open({ ...box, box: bytes.toString('base64') })).rejects.toThrow();
    await expect(vault.open({ ...box, box: 'AAAA' })).rejects.toThrow(/too short/);
  });

  test('reports an unknown subject, which differs from an erased one', async () => {
    const box = await create().seal('user-1', 'secret');
    await expect(create().open({ ...box, subjectId: 'user-9' })).rejects.toThrow(/has no key of user-9/);
  });

  test('binds a look-up once, and finds it within its partner and mode only', async () => {
    const vault = create();
    expect(await vault.find(document)).toBeNull();
    expect(await vault.claim(document, 'user-1')).toBe('user-1');
    expect(await vault.claim(document, 'user-1')).toBe('user-1');
    expect(await vault.claim(document, 'user-2')).toBe('user-1');
    expect(await vault.find(document)).toBe('user-1');
    expect(await vault.find({ ...document, partnerId: 'q' })).toBeNull();
    expect(await vault.find({ ...document, mode: 'sandbox' })).toBeNull();
    expect(await vault.find({ ...document, kind: 'WALLET' })).toBeNull();
  });

  test('finds the holders of many look-ups at once, in their order', async () => {
    const vault = create();
    const of = (value: string) => ({ ...document, value });
    expect(await vault.findAll([])).toEqual([]);
    await vault.claim(of('many-1'), 'user-many-1');
    await vault.claim(of('many-3'), 'user-many-3');
    const asked = [of('many-3'), of('many-2'), of('many-1'), of('many-3')];
    expect(await vault.findAll(asked)).toEqual(['user-many-3', null, 'user-many-1', 'user-many-3']);
  });

  test('gives a look-up to one of several simultaneous callers', async () => {
    const vault = create();
    const owners = await Promise.all(['user-1', 'user-2', 'user-3'].map((id) => vault.claim(document, id)));
    expect(new Set(owners).size).toBe(1);
    expect(await vault.find(document)).toBe(owners[0]);
  });

  test('keeps an erased subject erased, and no longer finds, seals or claims for it', async () => {
    const vault = create();
    const box = await vault.seal('user-1', 'secret');
    await vault.claim(document, 'user-1');
    expect(await vault.open(box)).toBe('secret');
    await vault.erase('user-1');
    await vault.erase('user-1');
    expect(await vault.open(box)).toBeNull();
    expect(await vault.find(document)).toBeNull();
    await expect(vault.seal('user-1', 'more')).rejects.toThrow(/user-1 was erased/);
    await expect(vault.claim(document, 'user-1')).rejects.toThrow(/user-1 was erased/);
    expect(await vault.claim(document, 'user-2')).toBe('user-2');
  });

  test('frees a look-up for another subject, but only for its holder', async () => {
    const vault = create();
    await vault.claim(document, 'user-1');
    await vault.release(document, 'user-2', 9);
    expect(await vault.find(document)).toBe('user-1');
    await vault.release(document, 'user-1', 0);
    await vault.release(document, 'user-1', 0);
    expect(await vault.find(document)).toBeNull();
    expect(await vault.claim(document, 'user-2')).toBe('user-2');
  });

  test.each([
    ['what was claimed before it was given up is freed', [3], 4, null],
    ['what was taken back since stays', [3, 4], 4, 'user-1'],
    ['an earlier claim that comes late takes nothing back', [4, 3], 4, 'user-1'],
    ['a claim that read nothing counts as the earliest', [4, undefined], 4, 'user-1'],
  ])('%s', async (_what, claims, givenUpIn, owner) => {
    const vault = create();
    for (const revision of claims) expect(await vault.claim(document, 'user-1', revision)).toBe('user-1');
    expect(await vault.claim(document, 'user-2', 99)).toBe('user-1');
    await vault.release(document, 'user-1', givenUpIn);
    expect(await vault.find(document)).toBe(owner);
  });

  test('gives a look-up that is released to one of several claimants', async () => {
    const vault = create();
    await vault.claim(document, 'user-1', 1);
    const wanting = ['user-2', 'user-3', 'user-4'];
    const claims = wanting.map((id) => vault.claim(document, id, 1));
    await Promise.all([vault.release(document, 'user-1', 2), ...claims]);
    const owners = await Promise.all(wanting.map((id) => vault.claim(document, id, 1)));
    expect(new Set(owners).size).toBe(1);
    expect(wanting).toContain(owners[0]);
  });

  test('erases one subject and no other', async () => {
    const vault = create();
    const box = await vault.seal('user-2', 'kept');
    await vault.claim(document, 'user-2');
    await vault.erase('user-1');
    expect(await vault.open(box)).toBe('kept');
    expect(await vault.find(document)).toBe('user-2');
  });

  test('destroys again any number of keys that a restore has brought back', async () => {
    const vault = create();
    const box = await vault.seal('user-1', 'secret');
    const others = Array.from({ length: 1_500 }, (_, index) => `other-${index}`);
    await vault.destroyAgain(new Set(['user-1', ...others]));
    await vault.destroyAgain(['user-1', 'user-1']);
    expect(await vault.open(box)).toBeNull();
    await expect(vault.seal('other-1499', 'x')).rejects.toThrow(/was erased/);
  });
});

describe('the key vault over PostgreSQL, in several processes', () => {
  test('stores no key and no content of a look-up in plain text', async () => {
    const vault = overPostgres();
    await vault.seal('user-1', 'secret');
    await vault.claim(document, 'user-1');
    const { rows } = await pool.query<{ row: string }>(
      'SELECT k::text AS row FROM vault.subject_keys k UNION ALL SELECT l::text FROM vault.lookups l',
    );
    expect(rows).toHaveLength(2);
    expect(rows.map(({ row }) => row).join()).not.toMatch(/52998224725|secret/);
  });

  test('opens what another process sealed, until at most a second after its erasure', async () => {
    const [here, there] = [overPostgres(), overPostgres()];
    const box = await here.seal('user-1', 'secret');
    expect(await there.open(box)).toBe('secret');
    await here.erase('user-1');
    await expect(there.seal('user-1', 'more')).rejects.toThrow(/was erased/);
    nowMs += KEY_TTL_MS;
    expect(await there.open(box)).toBeNull();
  });

  test('does not open with another master key', async () => {
    const box = await overPostgres().seal('user-1', 'secret');
    const stranger = createPostgresVault({ pool, cipher: createCipher(randomBytes(32)), clock });
    await expect(stranger.open(box)).rejects.toThrow();
  });

  test('keeps no look-up after a simultaneous erasure and claim', async () => {
    const vault = overPostgres();
    for (let round = 0; round < 40; round += 1) {
      const lookup = { ...document, value: String(round) };
      await vault.seal(`user-${round}`, 'secret');
      const claim = vault.claim(lookup, `user-${round}`).catch(() => null);
      await Promise.all([claim, vault.erase(`user-${round}`)]);
      expect(await vault.find(lookup)).toBeNull();
    }
  });
});
