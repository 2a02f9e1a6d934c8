import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../../infra/postgres/embedded/embedded';
import { asIdentity } from '../../../../../infra/postgres/embedded/unprivileged';
import { createPool } from '../../../../../infra/postgres/pool';
import { temporaryDirectory, watchOver } from '../../../../stores/postgres-cluster';

/** Only root has a choice who runs PostgreSQL. */
const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write('*** Not root: who runs the embedded PostgreSQL is NOT TESTED ***\n');
const asRoot = isRoot ? describe : describe.skip;

const silent = pino({ level: 'silent' });
const warnings: string[] = [];
const listening: Logger = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) });
const cleanUps: (() => Promise<unknown>)[] = [];

const nobody = (): number => Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));
const homeOf = (dataDir: string): string => path.join(dataDir, 'postgres');
const ownerOf = (file: string): number => fs.lstatSync(file).uid;
const recordOf = (dataDir: string): unknown => JSON.parse(fs.readFileSync(path.join(dataDir, 'postgres.json'), 'utf8'));

/** The uids below the cluster's directory; more than one only while it is handed over. */
const ownersIn = (dataDir: string): readonly number[] => {
  const home = homeOf(dataDir);
  const files = fs.readdirSync(home, { recursive: true, encoding: 'utf8' }).map((file) => path.join(home, file));
  return [...new Set([home, ...files].map(ownerOf))];
};

const ask = async (url: string, text: string): Promise<readonly object[]> => {
  const pool = createPool(url, silent);
  try {
    return (await pool.query<object>(text)).rows;
  } finally {
    await pool.end();
  }
};

const start = async (dataDir: string, logger = silent): Promise<EmbeddedPostgres> => {
  const server = await startEmbeddedPostgres({ dataDir, logger });
  cleanUps.push(server.stop);
  return server;
};

const newDirectory = (): string => {
  const dataDir = temporaryDirectory();
  cleanUps.push(watchOver(dataDir));
  return dataDir;
};

/** What every start made before: root's directory with a cluster of `nobody`, which may still run. */
const madeBefore = async (): Promise<{ readonly dataDir: string; readonly server: EmbeddedPostgres }> => {
  const dataDir = newDirectory();
  const chown = jest.spyOn(fs, 'chownSync').mockImplementation((file, uid, gid) => {
    if (uid !== nobody()) throw new Error('EINVAL');
    fs.lchownSync(file, uid, gid);
  });
  const server = await startEmbeddedPostgres({ dataDir, logger: silent });
  chown.mockRestore();
  await ask(server.url, 'CREATE TABLE kept AS SELECT 7 AS number');
  expect(ownersIn(dataDir)).toEqual([nobody()]);
  expect(recordOf(dataDir)).toEqual({ home: 'postgres' });
  return { dataDir, server };
};

asRoot('the cluster of root', () => {
  afterEach(async () => {
    jest.restoreAllMocks();
    warnings.length = 0;
    for (const step of cleanUps.splice(0).reverse()) await step();
  });

  test('B7: belongs to a uid that nobody else has, which the next start remembers', async () => {
    const dataDir = newDirectory();
    const first = await start(dataDir, listening);
    const [uid = 0, ...others] = ownersIn(dataDir);
    expect(others).toEqual([]);
    expect(() => execFileSync('id', ['-un', String(uid)], { stdio: 'ignore' })).toThrow();
    expect(recordOf(dataDir)).toEqual({ home: 'postgres', uid });
    expect(ownerOf(`/proc/${first.pid}`)).toBe(uid);
    expect(warnings).toEqual([]);
    const steal = () =>
      execFileSync('/bin/sh', ['-c', 'cat "$1"', 'sh', path.join(homeOf(dataDir), 'data', 'pg_hba.conf')], {
        ...asIdentity({ uid: nobody(), gid: nobody() }),
        stdio: 'ignore',
      });
    expect(steal).toThrow();
    await first.stop();
    await start(dataDir);
    expect(ownersIn(dataDir)).toEqual([uid]);
  });

  test.each([
    ['was stopped', async ({ stop }: EmbeddedPostgres) => stop()],
    ['still runs', async () => undefined],
  ])('B7: that was nobody’s and %s is handed over at the next start, with its data', async (_case, end) => {
    const { dataDir, server } = await madeBefore();
    await end(server);
    const next = await start(dataDir);
    const [uid = 0, ...others] = ownersIn(dataDir);
    expect([uid >= 65_520 && uid !== nobody(), others]).toEqual([true, []]);
    expect(ownerOf(`/proc/${next.pid}`)).toBe(uid);
    expect(await ask(next.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
    await server.stop();
    expect(await ask(next.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  });

  test('B7: that was nobody’s and was killed recovers as nobody’s before it is handed over', async () => {
    const { dataDir, server } = await madeBefore();
    const pidFile = path.join(homeOf(dataDir), 'data', 'postmaster.pid');
    const record = fs.readFileSync(pidFile);
    await server.stop();
    fs.writeFileSync(pidFile, record, { mode: 0o600 });
    fs.lchownSync(pidFile, nobody(), nobody());
    const next = await start(dataDir);
    expect(ownersIn(dataDir)).toEqual([ownerOf(`/proc/${next.pid}`)]);
    const log = fs.readFileSync(path.join(dataDir, 'postgres.log'), 'utf8');
    // The first life, the recovery under the old user, and the new one.
    expect(log.match(/ready to accept connections/g)).toHaveLength(3);
    expect(await ask(next.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  });

  test('B7: whose handing over was cut off is handed over to the end', async () => {
    const { dataDir, server } = await madeBefore();
    await server.stop();
    fs.writeFileSync(path.join(dataDir, 'postgres.json'), JSON.stringify({ home: 'postgres', uid: 70_001 }));
    fs.chownSync(homeOf(dataDir), 0, 0);
    fs.chownSync(path.join(homeOf(dataDir), 'data'), 70_001, 70_001);
    fs.chownSync(path.join(homeOf(dataDir), 'data', 'base'), 70_001, 70_001);
    const next = await start(dataDir);
    expect(ownersIn(dataDir)).toEqual([70_001]);
    expect(await ask(next.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  });

  test('B7: stays with its maker, with a warning, where root may not give it away', async () => {
    const { dataDir, server } = await madeBefore();
    await server.stop();
    jest.spyOn(fs, 'chownSync').mockImplementation(() => {
      throw new Error('EINVAL');
    });
    const next = await start(dataDir, listening);
    expect(warnings.join()).toMatch(/cannot be given to a uid of its own/);
    expect(await ask(next.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
    expect(ownersIn(dataDir)).toEqual([nobody()]);
  });

  test('B7: whose files a link leads away from is not given away', async () => {
    const { dataDir, server } = await madeBefore();
    await server.stop();
    const target = path.join(dataDir, 'target');
    fs.writeFileSync(target, 'root’s own');
    fs.symlinkSync(target, path.join(homeOf(dataDir), 'data', 'link'));
    fs.lchownSync(path.join(homeOf(dataDir), 'data', 'link'), nobody(), nobody());
    await start(dataDir, listening);
    expect(warnings.join()).toMatch(/cannot be given/);
    expect([ownerOf(target), ...ownersIn(dataDir)]).toEqual([0, nobody()]);
  });

  test('B7: is not given away with a second name of a file of somebody else', async () => {
    const { dataDir, server } = await madeBefore();
    await server.stop();
    const target = path.join(dataDir, 'target');
    fs.writeFileSync(target, 'root’s own');
    fs.linkSync(target, path.join(homeOf(dataDir), 'data', 'twin'));
    await expect(startEmbeddedPostgres({ dataDir, logger: silent })).rejects.toThrow(/cannot be given from uid/);
    expect(ownerOf(target)).toBe(0);
  });
});
