import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../../infra/project-root';

/** A project of four files, built by the script of this one. */
const folder = mkdtempSync(path.join(os.tmpdir(), 'lastro-build-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (file: string): string => path.join(folder, file);
const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
};
const build = (...words: readonly string[]): void => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [at('scripts/build.mjs'), ...words], {
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([0, '', expect.any(String)]);
};
const generations = (): number => readFileSync(at('generations'), 'utf8').length;
const output = (file: string): string => readFileSync(at(`dist/${file}`), 'utf8');

/** Marks an output, so that a test sees whether a build writes it again. */
const mark = (file: string): void => writeFileSync(at(`dist/${file}`), 'MARKED');

beforeAll(() => {
  for (const script of ['build.mjs', 'check-node.cjs'])
    cpSync(path.join(projectRoot(), 'scripts', script), at(`scripts/${script}`));
  symlinkSync(path.join(projectRoot(), 'node_modules'), at('node_modules'));
  const generate = `node -e "require('fs').appendFileSync('generations', '.')"`;
  write('package.json', JSON.stringify({ engines: { node: '>=20' }, scripts: { generate } }));
  write('packages/console/build.mjs', 'export const buildConsole = () => undefined;');
  write('generations', '');
  write('infra/names.json', '["a"]');
  write(
    'infra/lazy.ts',
    `import names from './names.json';\nexport const lazy = async () => [names, await import('jose')];\n`,
  );
  write('src/kept.ts', 'export const kept: number = 1;\n');
  write('bench/run.ts', 'export const run: number = 1;\n');
  write('src/kept.test.ts', 'export const kept = 1;\n');
  build();
});

test('emits the product with its source maps and JSON files, without tests', () => {
  expect(output('src/kept.js')).toContain('sourceMappingURL=kept.js.map');
  expect(JSON.parse(output('src/kept.js.map'))).toMatchObject({ sources: ['../../src/kept.ts'] });
  expect(output('infra/names.json')).toBe('["a"]');
  expect(existsSync(at('dist/src/kept.test.js'))).toBe(false);
  expect(existsSync(at('dist/bench'))).toBe(false);
});

test('emits bench and test on demand', () => {
  build('--all');
  expect(existsSync(at('dist/bench/run.js'))).toBe(true);
});

test('emits only files whose content has changed', () => {
  write('infra/lazy.ts', 'export const lazy = 2;\n');
  utimesSync(at('src/kept.ts'), 1, 1);
  mark('src/kept.js');
  build();
  expect(output('infra/lazy.js')).toContain('lazy = 2');
  expect(output('src/kept.js')).toBe('MARKED');
});

test('deletes the outputs of a renamed source', () => {
  renameSync(at('src/kept.ts'), at('src/renamed.ts'));
  build();
  expect(existsSync(at('dist/src/renamed.js'))).toBe(true);
  expect(existsSync(at('dist/src/kept.js')) || existsSync(at('dist/src/kept.js.map'))).toBe(false);
});

test('generates again only after a change of the product', () => {
  const before = generations();
  build();
  expect(generations()).toBe(before);
  write('src/renamed.ts', 'export const kept: string = "";\n');
  build();
  expect(generations()).toBe(before + 1);
});

test('fails when a source cannot be parsed', () => {
  write('src/broken.ts', 'export const = ;\n');
  expect(spawnSync(process.execPath, [at('scripts/build.mjs')], { encoding: 'utf8' }).status).toBe(1);
  rmSync(at('src/broken.ts'));
  build();
});
