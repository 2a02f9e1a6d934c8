import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { filesIn } from '../tidy-files';

const CALL = `import('./scripts/group-suites.mjs').then(({ groupSuites }) => groupSuites(...JSON.parse(process.argv[1])))`;

test('puts every suite of a tier into one group, and limits the size of each group', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lastro-groups-'));
  try {
    const given = ['jest.integration.cjs', 6, path.join(folder, 'groups')];
    execFileSync(process.execPath, ['-e', CALL, JSON.stringify(given)]);
    const groups = readdirSync(path.join(folder, 'groups')).map((name) =>
      [...readFileSync(path.join(folder, 'groups', name), 'utf8').matchAll(/^describe\("([^"]+)"/gm)].map(
        ([, suite]) => suite,
      ),
    );
    expect(groups.flat().sort()).toEqual([...filesIn(['test/integration'], '.test.ts')].sort());
    expect(Math.max(...groups.map(({ length }) => length))).toBe(6);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
