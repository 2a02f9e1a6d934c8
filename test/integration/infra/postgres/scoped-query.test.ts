import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { createPool, READER_LIMITS } from '../../../../infra/postgres/pool';
import { createScopedReaders, type ScopedReaders } from '../../../../infra/postgres/scoped-query';
import { isUnavailable } from '../../../../infra/postgres/unavailable';
import type { PartnerReader } from '../../../../read-models/reader';
import { createProxy } from './proxy';
import { openTenants, type Tenants } from './tenants';

const logger = pino({ level: 'silent' });
let tenants: Tenants;
let pool: Pool;
let readers: ScopedReaders;

beforeAll(async () => {
  tenants = await openTenants();
  pool = createPool(tenants.url, logger, { ...READER_LIMITS, max: 1, statementTimeoutMs: 300, answerTimeoutMs: 800 });
  readers = createScopedReaders(pool);
});
afterAll(async () => {
  await pool.end();
  await tenants.close();
});

const EVERY_USER = 'SELECT user_id, partner_id, mode FROM lastro.users';
const seen = async (reader: PartnerReader): Promise<readonly string[]> =>
  (await reader.query<{ readonly user_id: string }>(EVERY_USER, [])).map(({ user_id }) => user_id).sort();

const refusal = async (work: Promise<unknown>): Promise<Error & { readonly code?: string }> =>
  work.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error as Error,
  );

describe('a query that does not say whose rows it wants', () => {
  it('gets the rows of its reader’s partner and mode', async () => {
    const { p, q } = tenants;
    expect(await seen(readers.partnerReader({ partnerId: p, mode: 'sandbox' }))).toEqual(['p-first', 'p-second']);
    expect(await seen(readers.partnerReader({ partnerId: p, mode: 'live' }))).toEqual(['p-live']);
    expect(await seen(readers.partnerReader({ partnerId: q, mode: 'sandbox' }))).toEqual(['q-first']);
    expect(await seen(readers.partnerReader({ partnerId: randomUUID(), mode: 'sandbox' }))).toEqual([]);
  });

  it('gets the rows of its reader’s user', async () => {
    const scope = { partnerId: tenants.p, mode: 'sandbox' } as const;
    expect(await seen(readers.userReader({ ...scope, userId: 'p-first' }))).toEqual(['p-first']);
    expect(await seen(readers.userReader({ ...scope, userId: 'q-first' }))).toEqual([]);
    expect(await seen(readers.userReader({ ...scope, mode: 'live', userId: 'p-first' }))).toEqual([]);
  });

  it('gets the same rows again when callers take turns on one connection', async () => {
    const turns = Array.from({ length: 60 }, async (_value, turn) => {
      const partnerId = turn % 2 === 0 ? tenants.p : tenants.q;
      const expected = turn % 2 === 0 ? ['p-first', 'p-second'] : ['q-first'];
      expect(await seen(readers.partnerReader({ partnerId, mode: 'sandbox' }))).toEqual(expected);
    });
    await Promise.all(turns);
    expect(pool.totalCount).toBe(1);
  });
});

describe('a reader cannot', () => {
  const reader = () => readers.partnerReader({ partnerId: tenants.p, mode: 'sandbox' });

  it.each([
    'audit_trail',
    'deposits',
    'payouts',
    'partner_secrets',
    'reconciliation_intents',
    'migrations',
  ])('read %s', async (table) => {
    expect(await refusal(reader().query(`SELECT * FROM lastro.${table}`, []))).toMatchObject({ code: '42501' });
  });

  it('write', async () => {
    const work = reader().query('UPDATE lastro.users SET blocked = true', []);
    expect((await refusal(work)).message).toMatch(/permission denied|read-only transaction/);
  });

  it('be made for an invalid id', () => {
    for (const partnerId of ['', '*', "x', true), set_config('role", 'ü', 'a b', 'x'.repeat(65)]) {
      expect(() => readers.partnerReader({ partnerId, mode: 'sandbox' })).toThrow('a malformed id');
      expect(() => readers.userReader({ partnerId: tenants.p, mode: 'sandbox', userId: partnerId })).toThrow();
    }
  });
});

describe('the next reader is unaffected', () => {
  const reader = () => readers.partnerReader({ partnerId: tenants.p, mode: 'sandbox' });
  const asBefore = async () => expect(await seen(reader())).toEqual(['p-first', 'p-second']);

  it('after a statement that cannot be parsed', async () => {
    expect(await refusal(reader().query('SELECT nonsense FROM lastro.users', []))).toMatchObject({ code: '42703' });
    await asBefore();
  });

  it('after values that the server refuses, with the same statement', async () => {
    const find = (id: string) => reader().query('SELECT user_id FROM lastro.users WHERE user_id = $1', [id]);
    expect(await refusal(find('\0'))).toMatchObject({ code: '22021' });
    expect(await find('p-first')).toEqual([{ user_id: 'p-first' }]);
    expect(await refusal(find('\0'))).toMatchObject({ code: '22021' });
    expect(await find('q-first')).toEqual([]);
  });

  it('after a statement that took too long', async () => {
    const error = await refusal(reader().query('SELECT pg_sleep(5)', []));
    expect([error.code, isUnavailable(error)]).toEqual(['57014', true]);
    await asBefore();
  });

  it('after its connection was ended', async () => {
    const cut = refusal(reader().query('SELECT pg_sleep(0.25)', []));
    const end = `SELECT count(pg_terminate_backend(pid))::int AS ended FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()`;
    let ended = 0;
    while (ended === 0) ended = (await tenants.pool.query<{ ended: number }>(end)).rows[0]?.ended ?? 0;
    expect(isUnavailable(await cut)).toBe(true);
    await asBefore();
  });

  it('after a server that did not answer', async () => {
    const proxy = await createProxy(tenants.url);
    const mute = createPool(proxy.url, logger, { ...READER_LIMITS, max: 1, answerTimeoutMs: 300 });
    try {
      const through = createScopedReaders(mute).partnerReader({ partnerId: tenants.p, mode: 'sandbox' });
      expect(await seen(through)).toEqual(['p-first', 'p-second']);
      proxy.mute();
      expect(isUnavailable(await refusal(seen(through)))).toBe(true);
      expect(mute.totalCount).toBe(0);
    } finally {
      await mute.end();
      await proxy.close();
    }
  });

  it('after a scope that could not be set, which gives no answer', async () => {
    const { name, url } = await tenants.login();
    await tenants.pool.query(`GRANT USAGE ON SCHEMA lastro TO ${name}; GRANT SELECT ON lastro.partners TO ${name}`);
    const plain = createPool(url, logger, READER_LIMITS);
    try {
      const unscoped = createScopedReaders(plain).partnerReader({ partnerId: tenants.p, mode: 'sandbox' });
      expect(await refusal(unscoped.query('SELECT * FROM lastro.partners', []))).toMatchObject({ code: '42501' });
      expect(plain.totalCount).toBe(0);
    } finally {
      await plain.end();
    }
  });
});
