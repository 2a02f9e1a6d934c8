import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandboxOutbox } from '../../../infra/mail/sandbox-outbox';

const folder = mkdtempSync(path.join(tmpdir(), 'outbox-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the newest twenty messages are in a file that only its owner reads', () => {
  const file = path.join(folder, 'deeper', 'outbox.json');
  const outbox = createSandboxOutbox(file);
  for (let index = 0; index < 25; index += 1) {
    const code = `${index}`.padStart(8, '0');
    outbox.send({ destination: 'ana@example.com', code, instanceId: 'lastro', expiresAt: '2026-11-20T12:10:00.000Z' });
  }
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { readonly to: string; readonly text: string }[];
  expect(kept).toHaveLength(20);
  expect(kept[0]?.text).toContain('00000005');
  expect(kept.at(-1)).toMatchObject({ to: 'ana@example.com', text: expect.stringContaining('00000024') });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('writes its file in spite of another process’s unfinished write', () => {
  const file = path.join(folder, 'shared.json');
  mkdirSync(`${file}.new`);
  const message = { destination: 'ana@example.com', code: '00000007', instanceId: 'lastro' };
  for (const outbox of [createSandboxOutbox(file), createSandboxOutbox(file)]) {
    outbox.send({ ...message, expiresAt: '2026-11-20T12:10:00.000Z' });
  }
  expect(readFileSync(file, 'utf8')).toContain('00000007');
});
