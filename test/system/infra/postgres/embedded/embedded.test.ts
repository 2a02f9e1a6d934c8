import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../../infra/postgres/embedded/embedded';
import { superuserUrlOf, temporaryDirectory, watchOver } from '../../../../stores/postgres-cluster';

const logger = pino({ level: 'silent' });
const cleanUps: (() => Promise<unknown>)[] = [];
let used: string;
let removeUsed: () => Promise<void>;

// Making a cluster takes a second, on a busy machine several.
const cleanUp = async (): Promise<void> => {
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

const pidFile = (dataDir: string): string => path.join(dataDir, 'postgres', 'data', 'postmaster.pid');

/** Ends when the server's process is no more. */
async function killed(server: EmbeddedPostgres): Promise<void> {
  const { pid } = server;
  process.kill(pid, 'SIGKILL');
  while (server.pid === pid) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('the first start makes a durable cluster on loopback, and the next start finds its data', async () => {
  const dataDir = dataDirectory();
  const first = await start(dataDir);
  expect(first.reused).toBe(false);
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
  expect(second.reused).toBe(false);
  expect(await ask(second.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
});

test('nobody gets in without the password, which only its owner may read', async () => {
  const dataDir = usedDirectory();
  const { url } = await start(dataDir);
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  const secret = path.join(dataDir, 'secrets', 'postgres-owner-password');
  expect(fs.statSync(secret).mode & 0o777).toBe(0o600);
  expect(new URL(url).password).toBe(fs.readFileSync(secret, 'utf8'));
});

test('a start finds the server that is already running', async () => {
  const dataDir = usedDirectory();
  const first = await start(dataDir);
  const second = await start(dataDir);
  expect(second.reused).toBe(true);
  expect(second.pid).toBe(first.pid);
  expect(second.url).toBe(first.url);
});

test('a server that is killed is started again at the same address with what it had committed', async () => {
  const server = await start(usedDirectory());
  await ask(server.url, 'CREATE TABLE kept AS SELECT 7 AS number');
  await killed(server);
  expect(await ask(server.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
});

test.each([
  ['of a process that is no more', () => 2_147_483_646],
  // This very process runs under another user when the tests run as root; the sleeper below is of the server's own.
  ['that another program has got since', () => process.pid],
])('a server record with the pid %s does not stand in the way', async (_case, pid) => {
  const dataDir = usedDirectory();
  const first = await start(dataDir);
  const record = fs.readFileSync(pidFile(dataDir), 'utf8');
  const { uid, gid } = fs.statSync(pidFile(dataDir));
  await first.stop();
  fs.writeFileSync(pidFile(dataDir), record.replace(/^\d+/, String(pid())), { mode: 0o600 });
  fs.chownSync(pidFile(dataDir), uid, gid);
  const second = await start(dataDir);
  expect(second.reused).toBe(false);
  expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a server record with a pid that another program of the same user has got does not stand in the way', async () => {
  const dataDir = usedDirectory();
  const first = await start(dataDir);
  const record = fs.readFileSync(pidFile(dataDir), 'utf8');
  const { uid, gid } = fs.statSync(pidFile(dataDir));
  await first.stop();
  const sleeper: ChildProcess = spawn('/bin/sleep', ['60'], { uid, gid, stdio: 'ignore' });
  cleanUps.push(async () => sleeper.kill('SIGKILL'));
  fs.writeFileSync(pidFile(dataDir), record.replace(/^\d+/, String(sleeper.pid)), { mode: 0o600 });
  fs.chownSync(pidFile(dataDir), uid, gid);
  const second = await start(dataDir);
  expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(sleeper.exitCode).toBeNull();
});

test('starts at the same moment share one server', async () => {
  const dataDir = dataDirectory();
  const servers = await Promise.all([start(dataDir), start(dataDir), start(dataDir)]);
  expect(new Set(servers.map(({ pid }) => pid)).size).toBe(1);
  expect(servers.filter(({ reused }) => !reused)).toHaveLength(1);
});

test('an initialisation that was cut off is begun again', async () => {
  const dataDir = usedDirectory();
  const home = path.join(dataDir, 'postgres');
  fs.renameSync(path.join(home, 'data'), path.join(home, 'data.new'));
  fs.rmSync(path.join(home, 'data.new', 'base'), { recursive: true });
  const server = await start(dataDir);
  expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a cluster that is recorded but not there is not replaced by an empty one', async () => {
  const dataDir = usedDirectory();
  fs.renameSync(path.join(dataDir, 'postgres'), path.join(dataDir, 'moved'));
  await expect(start(dataDir)).rejects.toThrow(/is not at .*bring it back/);
});

test('another password than the cluster has is said at once', async () => {
  const dataDir = usedDirectory();
  await start(dataDir);
  fs.writeFileSync(path.join(dataDir, 'secrets', 'postgres-password'), 'other');
  await expect(start(dataDir)).rejects.toThrow(/another password/);
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write('*** Not root: a data directory that only root can enter is NOT TESTED ***\n');
const asRoot = isRoot ? test : test.skip;

asRoot(
  'as root, below a directory that only root can enter, the cluster lives elsewhere and is found again',
  async () => {
    const dataDir = dataDirectory();
    fs.chmodSync(dataDir, 0o700);
    const first = await start(dataDir);
    const { home } = JSON.parse(fs.readFileSync(path.join(dataDir, 'postgres.json'), 'utf8')) as { home: string };
    cleanUps.push(watchOver(home, home));
    expect(path.isAbsolute(home)).toBe(true);
    expect(fs.statSync(home)).toMatchObject({ mode: 0o40700 });
    expect(fs.statSync(home).uid).not.toBe(0);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS number');
    await first.stop();
    const second = await start(dataDir);
    expect(await ask(second.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  },
);

asRoot("as root, in an ordinary user's directory, everything belongs to that user", async () => {
  const dataDir = dataDirectory();
  const { uid, gid } = fs.statSync(path.join(used, 'postgres'));
  fs.chownSync(dataDir, uid, gid);
  await start(dataDir);
  const files = fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  expect(
    files.filter((file) => !file.includes('postmaster') && fs.lstatSync(path.join(dataDir, file)).uid !== uid),
  ).toEqual([]);
});
