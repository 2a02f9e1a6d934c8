import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { publishCatalog } from '../../../infra/catalog/publish-catalog';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lastro-catalog-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const catalog = { version: '1', updatedAt: '2026-11-20T12:00:00.000Z', networks: [], assets: [] };
const modeOf = (file: string): number => fs.statSync(file).mode & 0o777;

test('the catalog becomes a plain file that every user of the machine may read', () => {
  const file = publishCatalog(path.join(folder, 'public', 'assets'), catalog);
  expect(path.relative(folder, file)).toBe(path.join('public', 'assets', 'gateway-config-latest.json'));
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(catalog);
  expect(modeOf(file).toString(8)).toBe('644');
});

test('an existing file is replaced completely, without leftovers', () => {
  publishCatalog(folder, catalog);
  const file = publishCatalog(folder, { ...catalog, version: '2' });
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({ version: '2' });
  expect(fs.readdirSync(folder)).toEqual(['gateway-config-latest.json']);
});
