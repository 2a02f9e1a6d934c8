import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../../infra/project-root';
import { openServedStore } from '../integration/infra/event-store/served-store';

jest.setTimeout(900_000);

/** As `npm run real-store` does it. */
const realStore = (words: readonly string[], url?: string): Promise<{ code: number | null; told: string }> => {
  const root = projectRoot();
  const { EVENTSTORE_URL: _, ...rest } = process.env;
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'real-store.mjs'), ...words], {
    cwd: root,
    env: url === undefined ? rest : { ...rest, EVENTSTORE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  const tell = (chunk: Buffer): void => {
    told += chunk.toString();
  };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', tell);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, told })));
};

describe('npm run real-store', () => {
  test('passes against our own server', async () => {
    const store = await openServedStore();
    const { code, told } = await realStore([], store.connectionString).finally(store.close);
    expect([code, told]).toEqual([0, expect.stringContaining('REAL STORE OK')]);
  });

  test('names the missing settings', async () => {
    expect(await realStore(['--help'])).toMatchObject({ code: 0, told: expect.stringMatching(/EVENTSTORE_URL=esdb/) });
    expect(await realStore([])).toMatchObject({ code: 1, told: expect.stringMatching(/^EVENTSTORE_URL is not set/) });
    expect(await realStore(['--nodes'])).toMatchObject({
      code: 1,
      told: expect.stringMatching(/^--nodes is no option/),
    });
  });
});
