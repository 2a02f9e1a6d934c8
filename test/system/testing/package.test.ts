import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installPackage, root } from './installed';

const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'lastro-testing-'));
const TSC = path.join(root, 'node_modules/typescript/bin/tsc');
const MEBIBYTE = 1_048_576;

const run = (...words: readonly string[]): string =>
  execFileSync(process.execPath, words, { cwd: elsewhere, encoding: 'utf8' });
const write = (name: string, text: string): string => {
  writeFileSync(path.join(elsewhere, name), text);
  return name;
};

let tarball = '';

beforeAll(() => {
  tarball = installPackage(elsewhere);
});
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

test('the package has at most 1 MB', () => {
  expect(statSync(tarball).size).toBeLessThanOrEqual(MEBIBYTE);
});

test('the deciders are the same modules for require and import', () => {
  const same = `import { cashout } from 'lastro-testing/deciders';
import { createRequire } from 'node:module';
console.log(cashout === createRequire(import.meta.url)('lastro-testing/deciders').cashout);`;
  expect(run(write('same.mjs', same))).toBe('true\n');
});

const SETTINGS = { strict: true, target: 'es2022', module: 'node20', types: [], lib: ['es2022', 'dom'] };

test('the examples compile in strict mode, as .mts and .cts, and print the documented output', () => {
  const page = readFileSync(path.join(root, 'packages/testing/README.md'), 'utf8');
  const entry = readFileSync(path.join(root, 'packages/testing/src/arbitraries.ts'), 'utf8');
  const ofEntry = /@example\n((?: \* .*\n)+)/.exec(entry)?.[1]?.replaceAll(/^ \* /gm, '') ?? '';
  const examples = [...[...page.matchAll(/```ts\n(.*?)```/gs)].map(([, text = '']) => text), ofEntry];
  const files = examples.flatMap((text, index) => [
    write(`example${index}.mts`, text),
    write(`required${index}.cts`, text.replace(/^((?:import [^\n]*\n)+)(.*)$/s, '$1void (async () => {\n$2})();\n')),
  ]);
  write('tsconfig.json', JSON.stringify({ compilerOptions: SETTINGS, files }));
  run(TSC, '-p', '.');
  examples.forEach((text, index) => {
    expect(text).toContain(`\n// ${run(`example${index}.mjs`)}`);
  });
});

/** A store of the suite's own: the package has none. */
const STORE = JSON.stringify(path.join(root, 'dist/infra/event-store/memory.js'));

const SUITE = `import * as runner from 'node:test';
import { createRequire } from 'node:module';
import { describeEventStore } from 'lastro-testing/contracts';
const { createMemoryEventStore } = createRequire(import.meta.url)(${STORE});
const open = async () => ({ store: createMemoryEventStore(), close: async () => undefined });
describeEventStore('of one process', { open, dense: DENSE, runner });
`;

test.each([
  [true, 29, 0],
  [false, 28, 1],
])('node:test runs the suite of an event store, dense: %s', (dense, passed, skipped) => {
  const file = write('store.test.mjs', SUITE.replace('DENSE', `${dense}`));
  const said = run('--test', '--test-reporter', 'tap', file);
  expect(said).toMatch(new RegExp(`^# pass ${passed}$`, 'm'));
  expect(said).toMatch(new RegExp(`^# skipped ${skipped}$`, 'm'));
});
