import { START } from '../../../../../aggregates/events';
import { type LogStore, openLogStore } from '../../../../../infra/event-store/log/log-store';
import { type Follower, followStore } from '../../../../../packages/testing/src/contracts/event-store/follower';
import { silent } from '../../../../infra/projections/fixture';
import { type OwnDatabase, ownDatabase } from '../../../../integration/infra/event-store/served-store';
import { type Appenders, countRows, expectWhole, openAppenders } from './appenders';

const KILLS = 6;
const FREEZES = 12;

describe('three processes that append to one log', () => {
  let database: OwnDatabase;
  let store: LogStore;
  let follower: Follower;
  let appenders: Appenders;

  beforeEach(async () => {
    database = await ownDatabase();
    store = openLogStore({ databaseUrl: database.databaseUrl, logger: silent });
    await store.connect();
    follower = followStore(store, START);
    appenders = openAppenders(database.databaseUrl);
  });
  afterEach(async () => {
    await follower.stop();
    await store.close();
    await database.drop();
  });

  const expectAll = async (): Promise<void> => {
    const { databaseUrl } = database;
    await follower.untilEvents(await countRows(databaseUrl));
    await expectWhole(databaseUrl, appenders.acknowledged, follower.events);
  };

  it('lose no acknowledged event, and leave no duplicate or gap, when they are killed', async () => {
    const running = [appenders.start(), appenders.start(), appenders.start()];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await Promise.all(running.map((each) => appenders.untilMore(50, each)));
      const at = kill % running.length;
      await running[at]?.kill();
      running[at] = appenders.start();
    }
    await Promise.all(running.map((each) => appenders.untilMore(50, each)));
    await appenders.stop();
    await expectAll();
  });

  it('continue while one of them is frozen in an append, which continues afterwards', async () => {
    const [frozen, ...others] = [appenders.start(), appenders.start(), appenders.start()] as const;
    for (let freeze = 0; freeze < FREEZES; freeze += 1) {
      await appenders.untilMore(10 + freeze, frozen);
      frozen.child.kill('SIGSTOP');
      await Promise.all(others.map((other) => appenders.untilMore(30, other)));
      frozen.child.kill('SIGCONT');
    }
    await appenders.untilMore(50, frozen);
    await appenders.stop();
    await expectAll();
  });
});
