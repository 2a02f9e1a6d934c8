import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const run = (...line: string[]) =>
  spawnSync(process.execPath, [join(__dirname, '../../../scripts/test-nodes.mjs'), ...line], {
    encoding: 'utf8',
    // No npm is found there: no program of any Node can be installed.
    env: { PATH: '/nowhere' },
  });

describe('test:nodes', () => {
  it('refuses a line that package.json does not name, before any installation', () => {
    const { status, stderr } = run('--demo', '18');
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('package.json names no Node 18') });
  });

  it('reports an unavailable Node as not tried, not as passed', () => {
    const { status, stdout } = run('--demo', '22', '26');
    expect({ status, told: stdout.trim().split('\n') }).toEqual({
      status: 0,
      told: ['22', '26'].map((line): unknown => expect.stringMatching(new RegExp(`^Node \\^${line}.*: not tried`))),
    });
  });
});
