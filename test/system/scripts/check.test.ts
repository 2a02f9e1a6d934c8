import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../../infra/project-root';

const folder = mkdtempSync(path.join(os.tmpdir(), 'lastro-check-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const scriptsWith = (changed: Readonly<Record<string, string>>): void => {
  const passing = Object.fromEntries(['types', 'style', 'words', 'typed', 'layers'].map((name) => [name, 'node -v']));
  write('package.json', JSON.stringify({ scripts: { ...passing, ...changed } }));
};
const check = (...words: readonly string[]) => {
  const script = path.join(folder, 'scripts/check.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script, ...words], { cwd: folder, encoding: 'utf8' });
  return { status, stdout, last: stdout.trim().split('\n').at(-1) };
};

beforeAll(() => {
  for (const script of ['scripts/check.mjs', 'scripts/group-suites.mjs'])
    cpSync(path.join(projectRoot(), script), path.join(folder, script));
  write('scripts/build.mjs', '');
  symlinkSync(path.join(projectRoot(), 'node_modules'), path.join(folder, 'node_modules'));
  const config = `module.exports = { testMatch: ['**/*.spec.js'] };`;
  for (const name of ['config', 'integration']) write(`jest.${name}.cjs`, config);
  write('passes.spec.js', `test('passes without a fault', () => undefined);`);
  write('fails.spec.js', `test('fails', () => { throw new Error('planted'); });`);
  scriptsWith({});
});

test('the first tier reports its parts, its slowest suites and the summary of Jest on stdout', () => {
  const { status, stdout, last } = check('quick', 'passes');
  expect([status, last]).toEqual([0, 'All parts passed']);
  expect(stdout).toMatch(/^Tests: +1 passed, 1 total$/m);
  expect(stdout).toMatch(/^ +\d+\.\d s {2}passes\.spec\.js$/m);
  expect(stdout).toMatch(/^build .*, types .*, jest .*, lint .* \(style .*, words .*, typed .*, layers .*\)$/m);
});

test('the other tiers check neither types nor lint rules', () => {
  scriptsWith({ types: 'exit 1' });
  const { status, stdout } = check('integration', 'passes');
  expect(status).toBe(0);
  expect(stdout).not.toMatch(/\blint\b/);
});

test('a failing part fails the run, and the last line names it', () => {
  scriptsWith({ types: `echo planted && exit 1`, layers: 'exit 1' });
  const { status, stdout, last } = check('quick', 'fails');
  expect([status, last]).toEqual([1, 'Failed: types, layers, jest']);
  expect(stdout).toContain('*** types ***\nplanted');
});

test('a failing build ends the run', () => {
  write('scripts/build.mjs', 'process.exit(1);');
  expect(check('quick', 'passes')).toMatchObject({ status: 1, last: 'Failed: build' });
});

test('an unknown tier is refused', () => {
  expect(check('passes without a fault')).toMatchObject({ status: 1, stdout: '' });
});
