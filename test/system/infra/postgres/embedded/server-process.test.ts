import fs from 'node:fs';
import { pino } from 'pino';
import type { ClusterHome } from '../../../../../infra/postgres/embedded/cluster-home';
import { isServerOf, stopServer } from '../../../../../infra/postgres/embedded/server-process';
import { superviseServer } from '../../../../../infra/postgres/embedded/supervise-server';

const isLinux = process.platform === 'linux';

/** A process that lives and whose command line names this: the one that runs the test. */
const [NAMED = ''] = isLinux ? fs.readFileSync('/proc/self/cmdline', 'utf8').split('\0') : [];
const OWN: ClusterHome = { directory: '/', data: NAMED, identity: null };
const OTHERS: ClusterHome = { ...OWN, data: '/nowhere/data' };
const NOBODYS_PID = 2_147_483_647;

if (!isLinux) process.stderr.write('*** Not Linux: how a server process is recognised is NOT TESTED ***\n');
const onLinux = isLinux ? describe : describe.skip;

/** Until it is undone no file can be opened. */
const failingToRead = (code: string) =>
  jest.spyOn(fs, 'readFileSync').mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

onLinux('B11: whether a PostgreSQL lives', () => {
  test('is seen by its command line', () => {
    expect(isServerOf(OWN, process.pid)).toBe(true);
    expect(isServerOf(OTHERS, process.pid)).toBe(false);
    expect(isServerOf(OWN, NOBODYS_PID)).toBe(false);
  });

  test.each([
    ['EMFILE', null],
    ['ENFILE', null],
    ['ENOMEM', null],
    ['EACCES', null],
    ['ENOENT', false],
    ['ESRCH', false],
  ])('is not decided by %s, unless that says that it has gone: %p', (code, answer) => {
    failingToRead(code);
    expect(isServerOf(OWN, process.pid)).toBe(answer);
    expect(isServerOf(OWN, NOBODYS_PID)).toBe(false);
  });

  const supervised = () => {
    jest.useFakeTimers();
    const relaunch = jest.fn(async () => ({ pid: process.pid, port: 1 }));
    superviseServer(OWN, { pid: process.pid, port: 1 }, relaunch, pino({ level: 'silent' }));
    return relaunch;
  };

  test('a server that lives is not started again while no file can be opened', async () => {
    const relaunch = supervised();
    failingToRead('EMFILE');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(relaunch).not.toHaveBeenCalled();
  });

  test('one that has gone is', async () => {
    const relaunch = supervised();
    failingToRead('ENOENT');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(relaunch).toHaveBeenCalled();
  });

  test('a process that may be somebody else’s gets no signal', async () => {
    const reading = failingToRead('EMFILE');
    const kill = jest.spyOn(process, 'kill');
    const stopping = stopServer(OTHERS, process.pid);
    reading.mockRestore();
    await stopping;
    expect(kill.mock.calls.filter(([, signal]) => signal !== 0)).toEqual([]);
  });

  test('one that flushes for longer than a service has to end is stopped as in a crash', async () => {
    const server = superviseServer(OWN, { pid: process.pid, port: 1 }, jest.fn(), pino({ level: 'silent' }));
    const reading = jest.spyOn(fs, 'readFileSync');
    const looks = () => reading.mock.calls.filter(([file]) => file === `/proc/${process.pid}/cmdline`).length;
    const looksBefore: Record<string, number> = {};
    jest.spyOn(process, 'kill').mockImplementation((_, signal) => {
      if (signal === 'SIGINT' || signal === 'SIGQUIT') looksBefore[signal] = looks();
      if (signal === 'SIGQUIT') failingToRead('ENOENT');
      return true;
    });
    await server.stop();
    // Looked at every 20 ms: two seconds, of the fifteen in which a service ends.
    expect(looksBefore).toEqual({ SIGINT: 1, SIGQUIT: 102 });
  });
});
