import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createIdempotencyKeys } from '../../../../infra/http/idempotency';
import { migrate, migrationFile } from '../../../../infra/postgres/migrate';
import { createPool } from '../../../../infra/postgres/pool';
import { silent } from '../../../http/world';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent);
  await migrate(pool, [migrationFile('infra/http/idempotency.sql', true)]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const ANSWER = { status: 201, body: '{"data":"é"}' };
const claimed = async (keys: ReturnType<typeof createIdempotencyKeys>, scope: string): Promise<string> => {
  const claim = await keys.claim(scope, 'body');
  if (claim.kind !== 'CLAIMED') throw new Error(`the key is ${claim.kind}`);
  return claim.lease;
};

describe('a key', () => {
  it('belongs to one of many simultaneous callers', async () => {
    const keys = createIdempotencyKeys(pool);
    const scope = randomUUID();
    const claims = await Promise.all(Array.from({ length: 20 }, () => keys.claim(scope, 'body')));
    const kinds = claims.map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['CLAIMED', ...Array.from({ length: 19 }, () => 'IN_PROGRESS')]);
  });

  it('gives the stored answer to the same body, and refuses another body', async () => {
    const keys = createIdempotencyKeys(pool);
    const scope = randomUUID();
    await keys.complete(scope, await claimed(keys, scope), ANSWER);
    expect(await keys.claim(scope, 'body')).toEqual({ kind: 'ANSWERED', answer: ANSWER });
    expect(await keys.claim(scope, 'other')).toEqual({ kind: 'REUSED' });
  });

  it('is free again once it is released', async () => {
    const keys = createIdempotencyKeys(pool);
    const scope = randomUUID();
    await keys.release(scope, await claimed(keys, scope));
    expect((await keys.claim(scope, 'other')).kind).toBe('CLAIMED');
  });

  it('belongs to the next holder after its expiry, and the first holder loses it', async () => {
    const expired = createIdempotencyKeys(pool, { leaseSeconds: -1 });
    const keys = createIdempotencyKeys(pool);
    const scope = randomUUID();
    const first = await claimed(expired, scope);
    expect(await keys.claim(scope, 'other')).toEqual({ kind: 'REUSED' });
    const second = await claimed(keys, scope);
    expect(await keys.renew(scope, first)).toBe(false);
    await keys.complete(scope, first, { status: 200, body: 'stale' });
    await keys.release(scope, first);
    expect((await keys.claim(scope, 'body')).kind).toBe('IN_PROGRESS');
    await keys.complete(scope, second, ANSWER);
    expect(await keys.claim(scope, 'body')).toEqual({ kind: 'ANSWERED', answer: ANSWER });
  });

  it('is kept from others while its lease is renewed', async () => {
    const scope = randomUUID();
    const lease = await claimed(createIdempotencyKeys(pool, { leaseSeconds: -1 }), scope);
    const keys = createIdempotencyKeys(pool);
    expect(await keys.renew(scope, lease)).toBe(true);
    expect((await keys.claim(scope, 'body')).kind).toBe('IN_PROGRESS');
  });

  it('is not overwritten after its answer', async () => {
    const keys = createIdempotencyKeys(pool);
    const scope = randomUUID();
    const lease = await claimed(keys, scope);
    await keys.complete(scope, lease, ANSWER);
    await keys.complete(scope, lease, { status: 200, body: 'late' });
    await keys.release(scope, lease);
    expect(await keys.claim(scope, 'body')).toEqual({ kind: 'ANSWERED', answer: ANSWER });
  });

  it('is kept for a day', async () => {
    const keys = createIdempotencyKeys(pool);
    const [old, recent] = [randomUUID(), randomUUID()];
    for (const scope of [old, recent]) await keys.complete(scope, await claimed(keys, scope), ANSWER);
    const age = (scope: string, hours: number) =>
      pool.query(
        `UPDATE lastro.idempotency_keys SET created_at = now() - make_interval(hours => $2),
           leased_until = now() - make_interval(hours => $2) WHERE scope = $1`,
        [scope, hours],
      );
    await age(old, 26);
    await age(recent, 24);
    expect(await keys.removeOld()).toBe(1);
    expect((await keys.claim(recent, 'body')).kind).toBe('ANSWERED');
    expect((await keys.claim(old, 'body')).kind).toBe('CLAIMED');
  });
});

it('is a fault, not free, when the database is away', async () => {
  const gone = createPool('postgres://nobody@127.0.0.1:1/none', silent);
  await expect(createIdempotencyKeys(gone).claim('scope', 'body')).rejects.toThrow(/ECONNREFUSED/);
  await gone.end();
});
