import { execFileSync } from 'node:child_process';
import { START } from '../../../../../aggregates/events';
import { type LogStore, openLogStore } from '../../../../../infra/event-store/log/log-store';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../../infra/postgres/embedded/embedded';
import { type Follower, followStore } from '../../../../../packages/testing/src/contracts/event-store/follower';
import { silent } from '../../../../infra/projections/fixture';
import { query } from '../../../../integration/infra/event-store/served-store';
import { temporaryDirectory, watchOver } from '../../../../stores/postgres-cluster';
import { type Appender, type Appenders, countRows, expectWhole, openAppenders } from './appenders';

const KILLS = 3;

const FILL = `CREATE FUNCTION public.disk_is_full() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
  CREATE TRIGGER full_disk BEFORE INSERT ON event_store.events EXECUTE FUNCTION public.disk_is_full()`;

describe('processes that append to a log whose PostgreSQL fails', () => {
  let postgres: EmbeddedPostgres;
  let remove: () => Promise<void>;
  let store: LogStore;
  let follower: Follower;
  let appenders: Appenders;
  let running: readonly Appender[];

  beforeAll(async () => {
    const dataDir = temporaryDirectory();
    remove = watchOver(dataDir);
    postgres = await startEmbeddedPostgres({ dataDir, logger: silent });
    store = openLogStore({ databaseUrl: postgres.url, logger: silent });
    await store.connect();
    follower = followStore(store, START);
    appenders = openAppenders(postgres.url);
    running = [appenders.start(), appenders.start(), appenders.start()];
    await untilEachWrote();
  });
  afterAll(async () => {
    await follower.stop();
    await store.close();
    await postgres.stop();
    await remove();
  });

  const untilEachWrote = (): Promise<unknown> => Promise.all(running.map((each) => appenders.untilMore(30, each)));

  /** The server and each of its sessions. */
  const processes = (): readonly number[] => {
    const children = execFileSync('pgrep', ['-P', String(postgres.pid)])
      .toString()
      .trim()
      .split('\n')
      .map(Number);
    return [postgres.pid, ...children];
  };

  it('continue after it was killed', async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      process.kill(postgres.pid, 'SIGKILL');
      await untilEachWrote();
    }
  });

  it('answer in time while it is frozen, and continue afterwards', async () => {
    const frozen = processes();
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    await expect(store.head()).rejects.toThrow('The event log is away');
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
    await untilEachWrote();
  });

  it('write nothing while its disk is full, and continue afterwards', async () => {
    await query(postgres.url, FILL);
    const full = await countRows(postgres.url);
    await store.readStream('nothing');
    expect(await countRows(postgres.url)).toBe(full);
    await query(postgres.url, 'DROP FUNCTION public.disk_is_full CASCADE');
    await untilEachWrote();
  });

  it('lose no acknowledged event, and leave no duplicate or gap', async () => {
    await appenders.stop();
    await follower.untilEvents(await countRows(postgres.url));
    await expectWhole(postgres.url, appenders.acknowledged, follower.events);
  });
});
