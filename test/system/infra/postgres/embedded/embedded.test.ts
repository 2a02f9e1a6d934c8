import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../../infra/postgres/embedded/embedded';
import { readServer } from '../../../../../infra/postgres/embedded/left-behind';
import { projectRoot } from '../../../../../infra/project-root';
import { superuserUrlOf, temporaryDirectory, watchOver } from '../../../../stores/postgres-cluster';

const logger = pino({ level: 'silent' });
const cleanUps: (() => Promise<unknown>)[] = [];
let used: string;
let removeUsed: () => Promise<void>;

// Making a cluster takes a second, on a busy machine several.
const cleanUp = async (): Promise<void> => {
  jest.restoreAllMocks();
  for (const step of cleanUps.splice(0).reverse()) await step();
};

afterEach(cleanUp);

beforeAll(async () => {
  used = temporaryDirectory();
  removeUsed = watchOver(used);
  await (await startEmbeddedPostgres({ dataDir: used, logger })).stop();
});

afterAll(() => removeUsed());

/** An empty data directory whose server and files are gone after the test, or after the run that was killed. */
function dataDirectory(): string {
  const dataDir = temporaryDirectory();
  cleanUps.push(watchOver(dataDir));
  return dataDir;
}

/** A data directory that has a cluster already; copying one is faster than making one. */
function usedDirectory(): string {
  const dataDir = dataDirectory();
  execFileSync('/bin/cp', ['-a', `${used}/.`, dataDir]);
  return dataDir;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, logger });
  cleanUps.push(server.stop);
  return server;
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const dataOf = (dataDir: string): string => path.join(dataDir, 'postgres', 'data');
const pidFile = (dataDir: string): string => path.join(dataOf(dataDir), 'postmaster.pid');

/** Above every system's pid limit. */
const UNUSED_PID = 2_147_483_646;

const sleeperOf = (owner: { readonly uid: number; readonly gid: number }): number => {
  const sleeper = spawn('/bin/sleep', ['60'], { ...owner, stdio: 'ignore' });
  cleanUps.push(async () => sleeper.kill('SIGKILL'));
  return sleeper.pid ?? 0;
};

/** Ends when the server's process is no more. */
async function killed(server: EmbeddedPostgres): Promise<void> {
  const { pid } = server;
  process.kill(pid, 'SIGKILL');
  while (server.pid === pid) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('makes a durable cluster on loopback at the first start, and finds its data at the next', async () => {
  const dataDir = dataDirectory();
  const first = await start(dataDir);
  const [settings] = await ask<Record<string, string>>(
    superuserUrlOf(dataDir, first.url),
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
            current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS addresses,
            current_setting('unix_socket_directories') AS sockets, current_setting('server_encoding') AS encoding,
            current_setting('password_encryption') AS passwords`,
  );
  expect(settings).toEqual({
    fsync: 'on',
    commit: 'on',
    checksums: 'on',
    addresses: '127.0.0.1',
    sockets: '',
    encoding: 'UTF8',
    passwords: 'scram-sha-256',
  });
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS number');
  await first.stop();
  expect(fs.existsSync(pidFile(dataDir))).toBe(false);

  const second = await start(dataDir);
  expect(await ask(second.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
});

test('requires the password, which only the owner of the data directory may read', async () => {
  const dataDir = usedDirectory();
  const { url } = await start(dataDir);
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  const secret = path.join(dataDir, 'secrets', 'postgres-owner-password');
  expect(fs.statSync(secret).mode & 0o777).toBe(0o600);
  expect(new URL(url).password).toBe(fs.readFileSync(secret, 'utf8'));
});

test('refuses a second start on a data directory while the first one runs', async () => {
  const dataDir = usedDirectory();
  const first = await start(dataDir);
  await expect(start(dataDir)).rejects.toThrow(/another process already runs the database/);
  expect(await ask(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await first.stop();
  await start(dataDir);
});

/** Starts the database of `dataDir`, says its pid, and waits to be killed. */
const OTHER_SERVICE = `
  const { startEmbeddedPostgres } = require('./infra/postgres/embedded/embedded');
  startEmbeddedPostgres({ dataDir: process.argv[1], logger: require('pino')({ level: 'silent' }) })
    .then(({ pid }) => console.log(pid));
  setInterval(() => undefined, 1_000)`;

test('ends the server that a killed service left, and serves its data from a new one', async () => {
  const dataDir = usedDirectory();
  const hook = path.join(projectRoot(), 'test', 'typescript.cjs');
  const service = spawn(process.execPath, ['-r', hook, '-e', OTHER_SERVICE, dataDir], { cwd: projectRoot() });
  const [said] = (await once(service.stdout, 'data')) as [Buffer];
  const left = Number(said.toString());
  service.kill('SIGKILL');
  await once(service, 'exit');
  expect(readServer(dataOf(dataDir))).toEqual({ pid: left, isReady: true });
  const next = await start(dataDir);
  expect(readServer(dataOf(dataDir))).toEqual({ pid: next.pid, isReady: true });
  expect(fs.readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).toContain('received fast shutdown request');
  expect(await ask(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('starts a killed server again at the same address with its committed data', async () => {
  const server = await start(usedDirectory());
  await ask(server.url, 'CREATE TABLE kept AS SELECT 7 AS number');
  await killed(server);
  expect(await ask(server.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
});

test.each([
  ['of an ended process', () => UNUSED_PID],
  ['of another program', () => process.pid],
  ['of another program of the same user', sleeperOf],
])('starts despite a server record with the pid %s, and leaves that program alone', async (_case, pidFor) => {
  const dataDir = usedDirectory();
  const first = await start(dataDir);
  const record = fs.readFileSync(pidFile(dataDir), 'utf8');
  const { uid, gid } = fs.statSync(pidFile(dataDir));
  await first.stop();
  const pid = pidFor({ uid, gid });
  fs.writeFileSync(pidFile(dataDir), record.replace(/^\d+/, String(pid)), { mode: 0o600 });
  fs.chownSync(pidFile(dataDir), uid, gid);
  const kill = jest.spyOn(process, 'kill');
  const second = await start(dataDir);
  expect(kill).not.toHaveBeenCalled();
  expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('sends a process no signal while its program is unknown', async () => {
  const dataDir = usedDirectory();
  fs.writeFileSync(pidFile(dataDir), `${process.pid}`, { mode: 0o600 });
  const read = fs.readFileSync;
  jest.spyOn(fs, 'readFileSync').mockImplementation((file, options) => {
    if (String(file).startsWith('/proc/')) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
    return read(file, options);
  });
  const kill = jest.spyOn(process, 'kill');
  await expect(start(dataDir)).rejects.toThrow('EMFILE');
  expect(kill).not.toHaveBeenCalled();
  // The watchdog ends the process that this file names.
  fs.rmSync(pidFile(dataDir));
});

test('stops a server like a crash when it flushes for more than two seconds', async () => {
  const server = await start(usedDirectory());
  const kill = ChildProcess.prototype.kill;
  const signals: unknown[] = [];
  jest.spyOn(ChildProcess.prototype, 'kill').mockImplementation(function (this: ChildProcess, signal) {
    signals.push(signal);
    return signal === 'SIGINT' ? true : kill.call(this, signal);
  });
  await server.stop();
  expect(signals).toEqual(['SIGINT', 'SIGQUIT']);
});

test('repeats an initialisation that was interrupted', async () => {
  const dataDir = usedDirectory();
  fs.renameSync(dataOf(dataDir), `${dataOf(dataDir)}.new`);
  fs.rmSync(path.join(`${dataOf(dataDir)}.new`, 'base'), { recursive: true });
  const server = await start(dataDir);
  expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('does not replace a recorded but missing cluster by an empty one', async () => {
  const dataDir = usedDirectory();
  fs.renameSync(path.join(dataDir, 'postgres'), path.join(dataDir, 'moved'));
  await expect(start(dataDir)).rejects.toThrow(/is missing at .*restore it/);
});

test('refuses a start with another password than the cluster has, and leaves no server', async () => {
  const dataDir = usedDirectory();
  fs.writeFileSync(path.join(dataDir, 'secrets', 'postgres-password'), 'other');
  await expect(start(dataDir)).rejects.toThrow(/differs from secrets/);
  expect(readServer(dataOf(dataDir))).toBeNull();
});
