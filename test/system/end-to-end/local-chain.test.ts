import { Client } from 'pg';
import { readRunFile } from '../../../infra/run-file';
import { askOnce, type RunningProcess, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(360_000);

interface Ready {
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>;
}

const until = async (isSo: () => Promise<boolean>, what: string): Promise<void> => {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`It never came to this: ${what}`);
};

const mine = async ({ stdout }: RunningProcess, blocks: number): Promise<void> => {
  const chain = /chain\s+(http:\S+)/.exec(stdout())?.[1] ?? '';
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: [blocks] });
  await fetch(chain, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
};

describe('the local chain of the service', () => {
  const { dataDir, remove } = temporaryDataDir();
  const running: RunningProcess[] = [];
  const start = async (): Promise<RunningProcess> => {
    const service = await startProgram('start', { DATA_DIR: dataDir });
    running.push(service);
    return service;
  };
  afterAll(async () => {
    await Promise.all(running.map((service) => service.stop()));
    remove();
  });

  /** The last block that was scanned and was final. */
  const finalBlock = async (): Promise<number> => {
    const database = new Client({ connectionString: (await readRunFile(dataDir))?.databaseUrl });
    await database.connect();
    const { rows } = await database.query<{ final_number: string }>(
      "SELECT final_number FROM lastro.watch_cursors WHERE network = 'local'",
    );
    await database.end();
    return Number(rows[0]?.final_number ?? -1);
  };

  test('is watched from its first block again when the next start makes a new chain', async () => {
    const first = await start();
    await mine(first, 300);
    await until(async () => (await finalBlock()) >= 300, 'the blocks are scanned');
    await first.stop();
    const second = await start();
    const isWatched = async (): Promise<boolean> => {
      const { status, body } = await askOnce<Ready>(`${second.url}/health/ready`);
      return status === 200 && body.data.checks['network:local']?.ok === true;
    };
    await until(isWatched, 'the network is watched');
    expect(await finalBlock()).toBeLessThan(300);
  });
});
