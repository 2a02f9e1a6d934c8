import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../../infra/postgres/embedded/embedded';
import { createPool } from '../../../../../infra/postgres/pool';
import { temporaryDirectory, watchOver } from '../../../../stores/postgres-cluster';

/** Only root has a choice of the user that runs PostgreSQL. */
const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write('*** Not root: the user of the embedded PostgreSQL is NOT TESTED ***\n');
const asRoot = isRoot ? describe : describe.skip;

const silent = pino({ level: 'silent' });
const warnings: string[] = [];
const listening: Logger = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) });
const cleanUps: (() => Promise<unknown>)[] = [];

const nobody = (): number => Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));
const homeOf = (dataDir: string): string => path.join(dataDir, 'postgres');
const recordOf = (dataDir: string) =>
  JSON.parse(fs.readFileSync(path.join(dataDir, 'postgres.json'), 'utf8')) as { readonly home: string; uid: number };

const ownersBelow = (folder: string): readonly number[] => {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file));
  return [...new Set([folder, ...files].map((file) => fs.lstatSync(file).uid))];
};

const chownBelow = (folder: string, uid: number): void => {
  execFileSync('/bin/chown', ['-R', `${uid}:${uid}`, folder]);
};

const ask = async (url: string, text: string): Promise<readonly object[]> => {
  const pool = createPool(url, silent);
  try {
    return (await pool.query<object>(text)).rows;
  } finally {
    await pool.end();
  }
};

const start = async (dataDir: string): Promise<EmbeddedPostgres> => {
  const server = await startEmbeddedPostgres({ dataDir, logger: listening });
  cleanUps.push(server.stop);
  return server;
};

const newDirectory = (): string => {
  const dataDir = temporaryDirectory();
  cleanUps.push(watchOver(dataDir));
  return dataDir;
};

/** A stopped cluster with a row. */
const usedDirectory = async (): Promise<string> => {
  const dataDir = newDirectory();
  const server = await start(dataDir);
  await ask(server.url, 'CREATE TABLE kept AS SELECT 7 AS number');
  await server.stop();
  return dataDir;
};

const expectKept = async ({ url }: EmbeddedPostgres): Promise<void> =>
  expect(await ask(url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);

asRoot('the cluster of root', () => {
  afterEach(async () => {
    jest.restoreAllMocks();
    warnings.length = 0;
    for (const step of cleanUps.splice(0).reverse()) await step();
  });

  it('belongs to a uid of its own, also after the next start', async () => {
    const dataDir = await usedDirectory();
    const { uid } = recordOf(dataDir);
    expect(() => execFileSync('id', ['-un', String(uid)], { stdio: 'ignore' })).toThrow();
    const next = await start(dataDir);
    expect(ownersBelow(homeOf(dataDir))).toEqual([uid]);
    expect(fs.statSync(`/proc/${next.pid}`).uid).toBe(uid);
    expect(fs.statSync(homeOf(dataDir)).mode & 0o777).toBe(0o700);
    expect(warnings).toEqual([]);
    await expectKept(next);
  });

  it('belongs to the owner of the data directory, like all other files', async () => {
    const dataDir = newDirectory();
    fs.chownSync(dataDir, nobody(), nobody());
    await start(dataDir);
    const files = fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
    const others = files.filter((file) => fs.lstatSync(path.join(dataDir, file)).uid !== nobody());
    expect(others.filter((file) => !file.includes('postmaster'))).toEqual([]);
  });

  it('is in another place when its user cannot enter the data directory', async () => {
    const dataDir = newDirectory();
    fs.chmodSync(dataDir, 0o700);
    const first = await start(dataDir);
    const { home, uid } = recordOf(dataDir);
    cleanUps.push(watchOver(home, home));
    expect(path.isAbsolute(home)).toBe(true);
    expect(fs.statSync(home)).toMatchObject({ mode: 0o40700, uid });
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS number');
    await first.stop();
    await expectKept(await start(dataDir));
  });

  it('belongs to the user nobody, with a warning, when root may use no other uid', async () => {
    const dataDir = newDirectory();
    const lchown = fs.lchownSync;
    jest.spyOn(fs, 'lchownSync').mockImplementation((file, uid, gid) => {
      if (![0, nobody()].includes(uid)) throw Object.assign(new Error('EINVAL'), { code: 'EINVAL' });
      lchown(file, uid, gid);
    });
    await start(dataDir);
    expect(warnings.join()).toMatch(/with other programs/);
    expect(ownersBelow(homeOf(dataDir))).toEqual([nobody()]);
  });

  it.each([
    ['a copy without owners', (home: string) => chownBelow(home, 0)],
    [
      'a hand-over that was cut off',
      (home: string) => {
        fs.chownSync(home, 0, 0);
        chownBelow(path.join(home, 'data', 'base'), nobody());
      },
    ],
  ])('is handed to its user after %s', async (_case, spoil) => {
    const dataDir = await usedDirectory();
    const { uid } = recordOf(dataDir);
    spoil(homeOf(dataDir));
    await expectKept(await start(dataDir));
    expect(ownersBelow(homeOf(dataDir))).toEqual([uid]);
  });

  it('is not handed over when it has a hard link to a file of root', async () => {
    const dataDir = await usedDirectory();
    chownBelow(homeOf(dataDir), 0);
    const target = path.join(dataDir, 'target');
    fs.writeFileSync(target, 'of root');
    fs.linkSync(target, path.join(homeOf(dataDir), 'data', 'twin'));
    await expect(start(dataDir)).rejects.toThrow(/another name elsewhere/);
    expect(fs.lstatSync(target).uid).toBe(0);
  });
});
