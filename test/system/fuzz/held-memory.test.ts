import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { heldMegabytes } from './held-memory';

jest.setTimeout(60_000);

/** Holds that many megabytes in strings and buffers after it has dropped ten times as many. */
const HOLDING = `
  const held = [];
  const take = (most) => {
    for (let count = 0; count < most; count += 1) held.push(Buffer.alloc(2 ** 19, 1), 'x'.repeat(2 ** 19 - 1) + count);
    for (const each of held) String(each).charCodeAt(7);
  };
  take(200);
  held.length = 0;
  process.stdin.on('data', (line) => { take(Number(line)); process.stdout.write('taken'); });
  process.stdout.write('ready');
`;

test('what a process holds is told, and not what it has dropped', async () => {
  const child: ChildProcess = spawn(process.execPath, ['--inspect-port=127.0.0.1:0', '-e', HOLDING]);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  try {
    await once(child.stdout!, 'data');
    const inspected = { child, stderr: () => said } as Parameters<typeof heldMegabytes>[0];
    const before = await heldMegabytes(inspected);
    expect(before).toBeLessThan(30);
    const taken = once(child.stdout!, 'data');
    child.stdin?.write('20\n');
    await taken;
    expect((await heldMegabytes(inspected)) - before).toBeGreaterThan(15);
  } finally {
    child.kill('SIGKILL');
  }
});
