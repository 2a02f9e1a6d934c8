import { execFileSync, execSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../../infra/project-root';

export const root = projectRoot();

/** Packed from the installed packages, so that the test needs no network. */
const LIBRARIES = ['fast-check', 'pure-rand'];

const npm = (folder: string, ...words: readonly string[]): string =>
  execFileSync('npm', [...words], {
    ...{ cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    shell: process.platform === 'win32',
  });

/** As `npm run testing` does, in a folder of its own: suites run beside each other. */
const build = (folder: string): string => {
  const manifest = readFileSync(path.join(root, 'package.json'), 'utf8');
  const { testing } = (JSON.parse(manifest) as { readonly scripts: { readonly testing: string } }).scripts;
  execSync(testing.replaceAll('packages/testing/dist', path.join(folder, 'dist')), { cwd: root });
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    cpSync(path.join(root, 'packages/testing', name), path.join(folder, name));
  return folder;
};

/** The tarball of the package, installed with fast-check into the empty folder; without a network. Answers its path. */
export const installPackage = (folder: string): string => {
  const packed = path.join(folder, 'packed');
  mkdirSync(packed);
  const built = build(path.join(folder, 'built'));
  const tarballs = [built, ...LIBRARIES.map((library) => `node_modules/${library}`)].map((source) => {
    const given = path.resolve(root, source);
    const said = npm(root, 'pack', given, '--json', '--ignore-scripts', '--pack-destination', packed);
    return path.join(packed, /"filename": "([^"]+)"/.exec(said)?.[1] ?? 'none');
  });
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "suite", "version": "1.0.0", "private": true }');
  npm(folder, 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--offline', ...tarballs);
  return tarballs[0] ?? '';
};
