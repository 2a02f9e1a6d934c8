import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../infra/project-root';

const CHECK = path.join(projectRoot(), 'scripts', 'check-node.cjs');
const BIN = path.join(projectRoot(), 'dist', 'src', 'bin', 'programs');
const { isSupported } = createRequire(__filename)(CHECK) as {
  readonly isSupported: (version: string, range: string) => boolean;
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'lastro-node-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program by a Node that says it is another one and, as that one, cannot require ES modules. */
const runAs = (version: string, program: string) => {
  const preload = path.join(folder, `${version}.cjs`);
  writeFileSync(preload, `Object.defineProperty(process, 'version', { value: '${version}' });`);
  const flags = ['--no-experimental-require-module', '--require', preload];
  const { status, stderr } = spawnSync(process.execPath, [...flags, program], { encoding: 'utf8' });
  return { status, stderr };
};

const OURS = (createRequire(__filename)('../../package.json') as { readonly engines: { readonly node: string } })
  .engines.node;

describe('the range of package.json', () => {
  test.each<readonly [string, string, boolean]>([
    ['v20.19.0', '>=20.19', true],
    ['v20.18.3', '>=20.19', false],
    ['v18.20.4', '>=20.19', false],
    ['v21.0.0', '>=20.19', true],
    ['v100.0.0', '>=20.19', true],
    ['v20.20.2', '^20.19 || ^22.12 || ^24', true],
    ['v21.7.0', '^20.19 || ^22.12 || ^24', false],
    ['v22.11.0', '^20.19 || ^22.12 || ^24', false],
    ['v22.12.0', '^20.19 || ^22.12 || ^24', true],
    ['v24.0.0', '^20.19 || ^22.12 || ^24', true],
    ['v9.11.2', '>=20.19', false],
    ...['v20.19.0', 'v20.20.2', 'v22.12.0', 'v22.23.3', 'v24.0.0', 'v24.21.0', 'v26.0.0', 'v26.10.0'].map(
      (version) => [version, OURS, true] as const,
    ),
    ...['v18.20.4', 'v20.18.3', 'v21.7.0', 'v22.11.0', 'v23.11.0', 'v25.0.0', 'v27.0.0'].map(
      (version) => [version, OURS, false] as const,
    ),
  ])('%s within %s: %s', (version, range, expected) => {
    expect(isSupported(version, range)).toBe(expected);
  });
});

describe('an older Node gets a clear message', () => {
  const programs = readdirSync(BIN).filter(
    (name) => name.endsWith('.js') && readFileSync(path.join(BIN, name), 'utf8').includes('./supported-node'),
  );

  test('from every program that npm runs', () => {
    const { scripts } = createRequire(__filename)('../../package.json') as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const run = Object.values(scripts).flatMap(
      (script) => /dist\/src\/bin\/programs\/([\w-]+\.js)/.exec(script)?.[1] ?? [],
    );
    expect([...programs].sort()).toEqual([...new Set(run)].sort());
    for (const name of programs) {
      const { status, stderr } = runAs('v18.20.4', path.join(BIN, name));
      expect([name, status, stderr]).toEqual([
        name,
        1,
        expect.stringMatching(/^lastro needs Node .*and this is v18\.20\.4/),
      ]);
      expect(stderr).not.toContain('ERR_REQUIRE_ESM');
    }
  });

  test('before a build and before the tests', () => {
    for (const script of ['build.mjs', 'check-node.cjs']) {
      const { status, stderr } = runAs('v18.20.4', path.join(projectRoot(), 'scripts', script));
      expect([script, status, stderr]).toEqual([script, 1, expect.stringMatching(/^lastro needs Node/)]);
    }
  });

  test('but from no other program', () => {
    expect(runAs(process.version, CHECK)).toEqual({ status: 0, stderr: '' });
  });
});
