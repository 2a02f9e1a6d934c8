import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import { projectRoot } from '../../../infra/project-root';
import { type Environment, runProgram, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(360_000);

const databaseRuns = (dataDir: string): boolean => existsSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'));

/** Starts a program and ends it by a signal as soon as it has printed or logged `word`. */
const interrupted = async (program: string, environment: Environment, word: string) => {
  const file = path.join(projectRoot(), 'dist', 'src', 'bin', 'programs', `${program}.js`);
  const child: ChildProcess = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', ...environment },
  });
  let said = '';
  const listen = (chunk: Buffer): void => {
    const before = said;
    said += chunk.toString();
    if (said.includes(word) && !before.includes(word)) child.kill('SIGINT');
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, said };
};

describe('a failed start leaves no database running', () => {
  const { dataDir, remove } = temporaryDataDir();
  afterAll(remove);

  test('when its port is in use, which it names', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const PORT = String((other.address() as AddressInfo).port);
    const { code, stderr } = await runProgram('start', [], { DATA_DIR: dataDir, PORT });
    other.close();
    expect([code, stderr]).toEqual([1, expect.stringContaining(`PORT ${PORT} of HOST 127.0.0.1 is in use`)]);
    expect(databaseRuns(dataDir)).toBe(false);
  });

  test('when it is stopped before it is ready', async () => {
    const { code } = await interrupted('start', { DATA_DIR: dataDir, LOG_LEVEL: 'debug' }, 'PostgreSQL is ready');
    expect([code, databaseRuns(dataDir)]).toEqual([0, false]);
  });

  test('when its master key is not the key of the vault, like an operator’s command', async () => {
    const service = await startProgram('start', { DATA_DIR: dataDir });
    const other = { DATA_DIR: dataDir, MASTER_KEY: randomBytes(32).toString('base64') };
    const created = await runProgram('ledger', ['partner', 'create', '--name', 'Acme'], other);
    await service.stop();
    const started = await runProgram('start', [], other);
    const refused = [1, '', expect.stringContaining('MASTER_KEY')];
    expect([created.code, created.stdout, created.stderr]).toEqual(refused);
    expect([started.code, started.stdout, started.stderr]).toEqual(refused);
    expect(databaseRuns(dataDir)).toBe(false);
  });
});

describe('a store of your own that is silent', () => {
  const { dataDir, remove } = temporaryDataDir();
  afterAll(remove);

  test.each([
    ['DATABASE_URL', 'postgres://user:secret@127.0.0.1:1/x'],
    ['EVENTSTORE_URL', 'esdb://admin:secret@127.0.0.1:1?tls=false'],
  ])('is named by its variable: %s', async (name, url) => {
    const { code, stderr } = await runProgram('start', [], { DATA_DIR: dataDir, [name]: url });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${name}: the store does not answer (`)]);
    expect(stderr).not.toContain('secret');
    expect(databaseRuns(dataDir)).toBe(false);
  });
});

test('an API process that is stopped while its stores are silent ends in order', async () => {
  const mute = createTcpServer();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(mute.address() as AddressInfo).port}`;
  const { dataDir, remove } = temporaryDataDir();
  const stores = { DATABASE_URL: `postgres://lastro@${host}/lastro`, EVENTSTORE_URL: `esdb://${host}?tls=false` };
  const { code, said } = await interrupted('api', { DATA_DIR: dataDir, ...stores }, 'retries continue');
  expect([code, said]).toEqual([0, expect.not.stringContaining('running at')]);
  mute.close();
  remove();
});

test('a demo that is stopped ends all that it started', async () => {
  const { dataDir, remove } = temporaryDataDir();
  const { code, said } = await interrupted('demo', { DATA_DIR: dataDir }, '1. Native coin');
  expect([code, said]).toEqual([1, expect.stringContaining('The demo failed: SIGINT has stopped it')]);
  expect(readdirSync(dataDir)).toEqual([]);
  remove();
});
