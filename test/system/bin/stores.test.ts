import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readSecrets } from '../../../src/bin/stores/stores';
import { readConfig } from '../../../src/config';
import { temporaryDirectory } from '../../stores/postgres-cluster';

const DATA_DIR = temporaryDirectory();
afterAll(() => fs.rmSync(DATA_DIR, { recursive: true, force: true }));

const written = (name: string, text: string): void => {
  fs.mkdirSync(path.join(DATA_DIR, 'secrets'), { recursive: true });
  fs.writeFileSync(path.join(DATA_DIR, 'secrets', name), text);
};

test('makes missing secrets once, in the data directory', () => {
  const made = readSecrets(readConfig({ DATA_DIR }));
  const { masterKeys, sandboxCallbacks } = made;
  expect(sandboxCallbacks).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(fs.statSync(path.join(DATA_DIR, 'secrets', 'sandbox-callbacks')).mode & 0o777).toBe(0o600);
  expect([masterKeys.length, masterKeys[0].length]).toEqual([1, 32]);
  expect(readSecrets(readConfig({ DATA_DIR }))).toEqual(made);
  const SANDBOX_CALLBACK_SECRET = 'the-newer-secret-1, the-older-secret-2';
  expect(readSecrets(readConfig({ DATA_DIR, SANDBOX_CALLBACK_SECRET })).sandboxCallbacks).toEqual([
    'the-newer-secret-1',
    'the-older-secret-2',
  ]);
});

test.each([
  ['master-key', Buffer.alloc(32).toString('base64')],
  ['master-key', `${randomBytes(32).toString('base64')}, ${Buffer.alloc(32, 9).toString('base64')}\n`],
  ['jwt-keys', `k1:${Buffer.alloc(32, 0xff).toString('base64url')}`],
])('refuses a file %s with a key of one repeated byte, and does not show it', (name, text) => {
  const kept = fs.readFileSync(path.join(DATA_DIR, 'secrets', name), 'utf8');
  written(name, text);
  expect(() => readSecrets(readConfig({ DATA_DIR }))).toThrow(
    /^a key in DATA_DIR.secrets is one repeated byte and not valid$/,
  );
  written(name, kept);
  expect(readSecrets(readConfig({ DATA_DIR })).masterKeys).toHaveLength(1);
});
