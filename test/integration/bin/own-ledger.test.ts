import { pino } from 'pino';
import { LEDGER_STREAM } from '../../../aggregates/ledger/ledger';
import { metadata, watermark } from '../../../packages/testing/src/contracts/event-store/watermarks';
import { type OpenedPair, openPair } from '../../../src/bin/stores/pair';
import { useScriptedCluster } from '../../infra/event-store/scripted/cluster';
import type { ScriptedNode } from '../../infra/event-store/scripted/node';
import { openPostgres, type Postgres, rowOf } from '../infra/pair/pair-world';

const cluster = useScriptedCluster();

describe('a process that shares its store with another ledger', () => {
  let postgres: Postgres;
  let node: ScriptedNode;
  let opened: OpenedPair;
  beforeEach(async () => {
    postgres = await openPostgres();
    node = await cluster.node();
    const places = { databaseUrl: postgres.url, eventStoreUrl: node.connectionString };
    opened = await openPair(places, pino({ level: 'silent' }));
  });
  afterEach(async () => {
    await opened.close();
    await postgres.close();
  });

  const write = (stream: string, ledgerId?: string): void => {
    const { type, data } = watermark(1);
    node.log.write(stream, { type, data: JSON.stringify(data), metadata: JSON.stringify({ ...metadata, ledgerId }) });
  };
  const typesOf = async (stream: string) => (await opened.pair.store.readStream(stream)).map(({ type }) => type);

  test('accepts every event as its own until it knows its ledger’s id', async () => {
    await opened.pair.start();
    write('watcher-theirs', 'theirs');
    await expect(typesOf('watcher-theirs')).rejects.toMatchObject({ fault: 'FOREIGN' });
    write('watcher-ours', (await rowOf(postgres))?.ledgerId);
    write('watcher-ours');
    expect(await typesOf('watcher-ours')).toEqual(['WatermarkReached', 'WatermarkReached']);
    write('watcher-ours', 'theirs');
    await expect(typesOf('watcher-ours')).rejects.toMatchObject({ fault: 'UNREADABLE' });
    expect(await typesOf(LEDGER_STREAM)).toEqual(['LedgerOpened']);
  });

  test('reads every ledger’s events before that, as without an id', async () => {
    write('watcher-theirs', 'theirs');
    expect(opened.pair.ledgerId()).toBeNull();
    expect(await typesOf('watcher-theirs')).toEqual(['WatermarkReached']);
  });
});
