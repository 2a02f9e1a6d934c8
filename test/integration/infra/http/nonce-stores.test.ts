import type { Pool } from 'pg';
import { createReturningNonces, leaveNonces } from '../../../../infra/http/nonce-stores';
import { createPostgresNonces } from '../../../../infra/http/nonces';
import { migrate, migrationFile } from '../../../../infra/postgres/migrate';
import { createPool } from '../../../../infra/postgres/pool';
import { silent } from '../../../http/world';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';
import { noncesContract, TTL_SECONDS } from './nonces-contract';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent);
  await migrate(pool, [migrationFile('infra/http/nonces.sql', true)]);
});
beforeEach(async () => {
  await pool.query('TRUNCATE lastro.nonces');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const REFUSAL = /signed requests are refused for 60[3-5] s more/;
const returning = (logger = silent) => createReturningNonces({ pool, logger, ttlSeconds: TTL_SECONDS });
/** As if so many seconds had passed. */
const age = (seconds: number) =>
  pool.query('UPDATE lastro.nonces SET expires_at = expires_at - make_interval(secs => $1)', [seconds]);

describe('nonces of a process with only Postgres', () => {
  noncesContract(() => [returning(), returning()]);

  it('are refused after another store until its nonces have expired, with a log of the wait', async () => {
    await leaveNonces(pool);
    const warn = jest.fn();
    const nonces = returning({ ...silent, warn });
    await expect(nonces.claim('p1', 'n1', TTL_SECONDS)).rejects.toThrow(REFUSAL);
    expect(warn).toHaveBeenCalledWith({ secondsLeft: TTL_SECONDS }, expect.any(String));
    await age(100);
    // Another process does not start at zero.
    await expect(returning().claim('p1', 'n1', TTL_SECONDS)).rejects.toThrow(/refused for 50[3-5] s more/);
    expect(Math.abs((await nonces.secondsRefused(TTL_SECONDS)) - 504)).toBeLessThanOrEqual(1);
    await age(TTL_SECONDS - 100);
    expect(await nonces.claim('p1', 'n1', TTL_SECONDS)).toBe(true);
    expect(await nonces.claim('p1', 'n1', TTL_SECONDS)).toBe(false);
  });

  it('are refused from the moment when another store takes over', async () => {
    const nonces = returning();
    expect(await nonces.claim('p1', 'n1', TTL_SECONDS)).toBe(true);
    await leaveNonces(pool);
    await expect(nonces.claim('p1', 'n2', TTL_SECONDS)).rejects.toThrow(/store of nonces (has )?changed/);
    expect(await nonces.secondsRefused(TTL_SECONDS)).toBe(Number.POSITIVE_INFINITY);
  });

  it('check again where nonces were stored after the database was unreachable', async () => {
    await leaveNonces(pool);
    const query = jest.spyOn(pool, 'query').mockImplementationOnce(async () => {
      throw new Error('away');
    });
    const nonces = returning();
    await expect(nonces.claim('p1', 'n1', TTL_SECONDS)).rejects.toThrow('away');
    await expect(nonces.claim('p1', 'n1', TTL_SECONDS)).rejects.toThrow(REFUSAL);
    query.mockRestore();
  });
});

describe('another store', () => {
  it('is used for the first time once, and housekeeping keeps that fact', async () => {
    expect(await leaveNonces(pool)).toEqual({ isFirst: true, isBlind: false });
    expect(await createPostgresNonces(pool).removeExpired()).toBe(0);
    expect(await leaveNonces(pool)).toEqual({ isFirst: false, isBlind: false });
  });

  it('is blind after each takeover while nonces of Postgres may still be valid', async () => {
    await createPostgresNonces(pool).claim('p1', 'n1', TTL_SECONDS);
    expect(await leaveNonces(pool)).toEqual({ isFirst: false, isBlind: true });
    await age(TTL_SECONDS);
    expect(await leaveNonces(pool)).toEqual({ isFirst: false, isBlind: false });
    const nonces = returning();
    await expect(nonces.claim('p1', 'n2', TTL_SECONDS)).rejects.toThrow(REFUSAL);
    await age(TTL_SECONDS);
    await nonces.claim('p1', 'n2', TTL_SECONDS);
    expect(await leaveNonces(pool)).toEqual({ isFirst: false, isBlind: true });
  });

  it('is not blind when Postgres itself has just taken over from another one', async () => {
    await leaveNonces(pool);
    await expect(returning().claim('p1', 'n1', TTL_SECONDS)).rejects.toThrow(REFUSAL);
    expect(await leaveNonces(pool)).toEqual({ isFirst: false, isBlind: false });
  });
});
