import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { processesOf, proportionalMegabytes, runsNode, whileStopped } from '../../../bench/support/processes';

/** Starts a child that only waits, says its pid, and echoes what it is told. */
const PARENT = `
  const child = require('node:child_process').spawn('sleep', ['600']);
  process.stdout.write(child.pid + '\\n');
  process.stdin.on('data', (data) => process.stdout.write(data));`;

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('processes, by /proc', () => {
  let parent: ChildProcess;
  let childPid: number;
  beforeEach(async () => {
    parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['pipe', 'pipe', 'inherit'] });
    childPid = Number((await said()).trim());
  });
  afterEach(async () => {
    process.kill(childPid, 'SIGKILL');
    parent.kill('SIGKILL');
    await once(parent, 'exit');
  });

  const said = async (): Promise<string> => String(((await once(parent.stdout!, 'data')) as [Buffer])[0]);
  /** T: stopped. */
  const stateOf = (pid: number): string | undefined =>
    /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const untilStopped = async (pid: number): Promise<void> => {
    while (stateOf(pid) !== 'T') await new Promise((resolve) => setImmediate(resolve));
  };

  test('finds the processes that a process has started, and which of them run Node', () => {
    const pids = processesOf(parent.pid!);
    expect(pids).toEqual([parent.pid, childPid]);
    expect(pids.filter(runsNode)).toEqual([parent.pid]);
    expect(proportionalMegabytes(parent.pid!)).toBeGreaterThan(1);
  });

  test('stops a process and what it started for the time of a work, and lets both go on afterwards', async () => {
    const done = await whileStopped(parent.pid!, async () => {
      await Promise.all([untilStopped(parent.pid!), untilStopped(childPid)]);
      return 'done';
    });
    expect(done).toBe('done');
    parent.stdin!.write('still there');
    expect(await said()).toBe('still there');
    expect(stateOf(childPid)).not.toBe('T');
  });

  test('lets them go on after a work that fails', async () => {
    await expect(whileStopped(parent.pid!, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
    parent.stdin!.write('still there');
    expect(await said()).toBe('still there');
  });
});
