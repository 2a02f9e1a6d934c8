import net from 'node:net';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { createPool, inTransaction, REQUEST_LIMITS } from '../../../../infra/postgres/pool';
import { isUnavailable } from '../../../../infra/postgres/unavailable';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';
import { createProxy } from './proxy';

const logger = pino({ level: 'silent' });
let database: TestDatabase;
let pool: Pool;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, logger, { max: 2, statementTimeoutMs: 300, answerTimeoutMs: 500 });
  await pool.query('CREATE TABLE fact (name text PRIMARY KEY)');
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const failure = async (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error as Error,
  );

const names = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM fact ORDER BY name');
  return rows.map(({ name }) => name);
};

test('numbers beyond the range of JavaScript stay text', async () => {
  const { rows } = await pool.query('SELECT 9007199254740993::int8 AS whole, 0.1::numeric(20,18) AS decimal');
  expect(rows).toEqual([{ whole: '9007199254740993', decimal: '0.100000000000000000' }]);
});

test('a transaction commits when its work succeeds, and changes nothing when it fails', async () => {
  expect(
    await inTransaction(pool, async (client) => (await client.query("INSERT INTO fact VALUES ('a')")).rowCount),
  ).toBe(1);
  const fault = new Error('changed my mind');
  const failing = inTransaction(pool, async (client) => {
    await client.query("INSERT INTO fact VALUES ('b')");
    throw fault;
  });
  await expect(failing).rejects.toBe(fault);
  expect(await names()).toEqual(['a']);
  expect(pool.totalCount).toBe(pool.idleCount);
});

test('a violated constraint is not an outage', async () => {
  const error = await failure(pool.query("INSERT INTO fact VALUES ('c'), ('c')"));
  expect(error).toMatchObject({ code: '23505' });
  expect(isUnavailable(error)).toBe(false);
});

test('a connection that the server ends during a transaction is an outage, and the pool recovers', async () => {
  const error = await failure(
    inTransaction(pool, (client) => client.query('SELECT pg_terminate_backend(pg_backend_pid())')),
  );
  expect(isUnavailable(error)).toBe(true);
  expect(await names()).toEqual(['a']);
});

test('a statement past its time is cancelled and counts as an outage', async () => {
  const error = await failure(pool.query('SELECT pg_sleep(10)'));
  expect(error).toMatchObject({ code: '57014' });
  expect(isUnavailable(error)).toBe(true);
});

test('the wait for a free connection is limited', async () => {
  const small = createPool(database.url, logger, { ...REQUEST_LIMITS, max: 1 });
  cleanUps.push(() => small.end());
  const client = await small.connect();
  cleanUps.push(async () => client.release());
  const error = await failure(small.query('SELECT 1'));
  expect(isUnavailable(error)).toBe(true);
  expect(small.totalCount).toBe(1);
});

test('waits longer for a busy pool than for a silent server, by query and by connection', async () => {
  const small = createPool(database.url, logger, { ...REQUEST_LIMITS, max: 1 });
  cleanUps.push(() => small.end());
  const client = await small.connect();
  // Twice a limit of connecting: the first wait of each ends in the pool's timeout.
  const waiting = [small.query('SELECT 1'), small.connect().then((other) => other.release())];
  setTimeout(() => client.release(), 3_000);
  await Promise.all(waiting);
  expect(small.totalCount).toBe(1);
});

test('counts an unreachable address as an outage', async () => {
  const away = createPool('postgres://lastro@127.0.0.1:1/lastro', logger);
  cleanUps.push(() => away.end());
  expect(isUnavailable(await failure(away.query('SELECT 1')))).toBe(true);
});

test('a server that accepts and does not answer is an outage within the limit of connecting', async () => {
  const sockets = new Set<net.Socket>();
  const mute = net.createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => mute.close(resolve));
  });
  const { port } = mute.address() as net.AddressInfo;
  const away = createPool(`postgres://lastro@127.0.0.1:${port}/lastro`, logger);
  cleanUps.push(() => away.end());
  expect(isUnavailable(await failure(away.query('SELECT 1')))).toBe(true);
});

test('gives up a server that stops answering in a transaction, without a wait for the rollback', async () => {
  const proxy = await createProxy(database.url);
  const away = createPool(proxy.url, logger, { max: 1, statementTimeoutMs: 5_000, answerTimeoutMs: 200 });
  cleanUps.push(proxy.close, () => away.end());
  let asked: readonly unknown[][] = [];
  const work = inTransaction(away, async (client) => {
    proxy.mute();
    asked = jest.spyOn(client, 'query').mock.calls;
    await client.query('SELECT 1');
  });
  expect(isUnavailable(await failure(work))).toBe(true);
  expect(away.totalCount).toBe(0);
  expect(asked).toEqual([['SELECT 1']]);
});
