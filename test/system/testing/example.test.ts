import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installPackage, root } from './installed';

const suite = mkdtempSync(path.join(os.tmpdir(), 'lastro-suite-'));

/** A registry would bring them: the installed ones serve, so that the test needs no network. */
const LINKED = ['@types', 'jest', 'typescript'];

const run = (...words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: suite, encoding: 'utf8' });
  return { status, stdout, said: `${stdout}${stderr}` };
};

beforeAll(() => {
  installPackage(suite);
  cpSync(path.join(root, 'examples/property-suite'), suite, {
    recursive: true,
    filter: (name) => !/property-suite\/(node_modules|dist)$/.test(name),
  });
  for (const name of LINKED)
    symlinkSync(path.join(root, 'node_modules', name), path.join(suite, 'node_modules', name), 'junction');
  expect(run('node_modules/typescript/bin/tsc').said).toBe('');
});
afterAll(() => rmSync(suite, { recursive: true, force: true }));

test('the suite of the example passes', () => {
  const { status, said } = run('node_modules/jest/bin/jest.js');
  expect({ status, said }).toEqual({ status: 0, said: expect.stringMatching(/\nTests: +\d+ passed, \d+ total\n/) });
});

test('the laws find each of the 20 faults', () => {
  const { status, stdout } = run('dist/faults/run.js', '--sources', root);
  const rows = stdout.trim().split('\n').slice(2);
  expect(rows.filter((row) => !/^\| .+ \| [a-zA-Z, ]+ \| \d+ \|$/.test(row))).toEqual([]);
  expect({ status, found: new Set(rows).size }).toEqual({ status: 0, found: 20 });
});

test('the page of the example shows a history as the program tells it', () => {
  const page = readFileSync(path.join(suite, 'README.md'), 'utf8');
  const [, words = '', told = ''] = /\$ npm run faults -- (.+)\n([\s\S]+?)```/.exec(page) ?? [];
  expect(run('dist/faults/run.js', '--sources', root, words).stdout).toBe(told);
});
