import type { Pool } from 'pg';
import { createKeyUsage } from '../../../../infra/http/key-usage';
import { migrate, migrationFile } from '../../../../infra/postgres/migrate';
import { createPool } from '../../../../infra/postgres/pool';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { silent } from '../../../http/world';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent);
  await migrate(pool, [migrationFile('infra/http/key-usage.sql', true)]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const AT_NOON = '2026-11-20T12:00:00.000Z';

describe('the last use of a key', () => {
  it('is known here at once, and everywhere a few seconds after the write', async () => {
    const clock = manualClock();
    const here = createKeyUsage(pool, clock, silent);
    const elsewhere = createKeyUsage(pool, clock, silent);
    here.touch('one');
    expect(await here.lastUsed(['one', 'never'])).toEqual(new Map([['one', AT_NOON]]));
    expect(await elsewhere.lastUsed(['one'])).toEqual(new Map());
    await here.flush();
    // A read value stays in use for a while.
    expect(await elsewhere.lastUsed(['one'])).toEqual(new Map());
    clock.advance(5_000);
    expect(await elsewhere.lastUsed(['one'])).toEqual(new Map([['one', AT_NOON]]));
    await Promise.all([here.close(), elsewhere.close()]);
  });

  it('never goes back, in any order of the writes', async () => {
    const clock = manualClock();
    const slow = createKeyUsage(pool, clock, silent);
    slow.touch('two');
    clock.advance(60_000);
    const quick = createKeyUsage(pool, clock, silent);
    quick.touch('two');
    await quick.close();
    await slow.close();
    expect(await quick.lastUsed(['two'])).toEqual(new Map([['two', '2026-11-20T12:01:00.000Z']]));
  });

  it('is written later, with a warning, when the database was away', async () => {
    const warnings: string[] = [];
    const logger = { ...silent, warn: (_fields: object, message: string) => void warnings.push(message) };
    let away = true;
    const flaky = {
      query: (...given: Parameters<Pool['query']>) => (away ? Promise.reject(new Error()) : pool.query(...given)),
    };
    const usage = createKeyUsage(flaky as unknown as Pool, manualClock(), logger as typeof silent);
    usage.touch('three');
    await usage.flush();
    expect(warnings).toHaveLength(1);
    away = false;
    await usage.close();
    const { rows } = await pool.query(`SELECT key_id FROM lastro.api_key_usage WHERE key_id = 'three'`);
    expect(rows).toHaveLength(1);
  });
});
