import fs from 'node:fs';
import path from 'node:path';
import { temporaryDirectory } from '../../../stores/postgres-cluster';
import { backUp, restore } from './copies';
import type { StoreNode } from './node';

const folder = temporaryDirectory();
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const FILES = ['chaser.chk', 'chunk-000000.000000', 'index/indexmap', 'index/stream-existence/filter.chk'];
const dataFolder = path.join(folder, 'data');
const copy = path.join(folder, 'copy');

const write = (text: string): void => {
  for (const file of FILES) {
    fs.mkdirSync(path.dirname(path.join(dataFolder, file)), { recursive: true });
    fs.writeFileSync(path.join(dataFolder, file), `${text} ${file}`);
  }
};
const read = (file: string): string => fs.readFileSync(path.join(dataFolder, file), 'utf8');

test('a copy is put in place of what came after it, while the node is down, and its log ends where it did', async () => {
  const calls: string[] = [];
  const node: StoreNode = {
    ...{ port: 0, dataFolder, freeze: () => undefined, thaw: () => undefined, stop: async () => undefined },
    kill: async () => void calls.push('kill'),
    start: () => void calls.push(`start with ${read('chaser.chk')}`),
  };
  write('older');
  await backUp(node, copy);
  write('newer');
  await restore([node], copy);
  expect(calls).toEqual(['kill', 'start with older chaser.chk']);
  expect(FILES.map(read)).toEqual(FILES.map((file) => `older ${file}`));
  expect(read('truncate.chk')).toBe('older chaser.chk');
});
