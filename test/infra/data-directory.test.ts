import fs from 'node:fs';
import path from 'node:path';
import { createOnce, ensureDataDirectory, readOrCreateSecret, replaceFile } from '../../infra/data-directory';
import { temporaryDirectory } from '../stores/postgres-cluster';

let dataDir: string;

beforeEach(() => {
  dataDir = temporaryDirectory();
});

afterEach(() => fs.rmSync(dataDir, { recursive: true }));

test('a secret is made once, kept, and readable by its owner alone', () => {
  expect(readOrCreateSecret(dataDir, 'master-key', () => 'first')).toBe('first');
  expect(readOrCreateSecret(dataDir, 'master-key', () => 'second')).toBe('first');
  const folder = path.join(dataDir, 'secrets');
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  expect(fs.statSync(path.join(folder, 'master-key')).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(folder)).toEqual(['master-key']);
});

test('keeps the first of two files of the same name for both makers', () => {
  const file = path.join(dataDir, 'file');
  expect([createOnce(file, 'first'), createOnce(file, 'second')]).toEqual(['first', 'first']);
  expect(fs.readdirSync(dataDir)).toEqual(['file']);
});

test('refuses to replace an empty secret by a new one, which would open no data', () => {
  readOrCreateSecret(dataDir, 'master-key', () => 'first');
  fs.truncateSync(path.join(dataDir, 'secrets', 'master-key'));
  expect(() => readOrCreateSecret(dataDir, 'master-key', () => 'second')).toThrow(/is empty; restore it/);
});

test('refuses a name that could leave the folder', () => {
  expect(() => readOrCreateSecret(dataDir, '../escape', () => 'secret')).toThrow(/not a name/);
});

test('a file is replaced completely and stays private', () => {
  const file = path.join(dataDir, 'file');
  fs.writeFileSync(file, 'old', { mode: 0o644 });
  replaceFile(file, 'new');
  expect(fs.readFileSync(file, 'utf8')).toBe('new');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});

test('a new data directory lets others pass at most, and never read', () => {
  const made = ensureDataDirectory(path.join(dataDir, 'deep', 'er'));
  expect(fs.statSync(made).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
  fs.chmodSync(made, 0o750);
  expect(ensureDataDirectory(made)).toBe(made);
  expect(fs.statSync(made).mode & 0o777).toBe(0o750);
});

test('refuses an unusable data directory, and names it', () => {
  const file = path.join(dataDir, 'file');
  fs.writeFileSync(file, '');
  expect(() => ensureDataDirectory(file)).toThrow(`DATA_DIR ${file} cannot be made (EEXIST`);
  expect(() => ensureDataDirectory(path.join(file, 'below'))).toThrow(`DATA_DIR ${file}/below cannot be made (`);
});

test('reports a failed write by its path, and leaves no partial file', () => {
  const write = jest.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw new Error('ENOSPC: no space left on device, write');
  });
  const file = path.join(dataDir, 'file');
  expect(() => replaceFile(file, 'text')).toThrow(`${file} cannot be written (ENOSPC`);
  write.mockRestore();
  expect(fs.readdirSync(dataDir)).toEqual([]);
});
