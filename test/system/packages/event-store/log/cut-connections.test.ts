import { START } from '../../../../../aggregates/events';
import { type LogStore, openLogStore } from '../../../../../infra/event-store/log/log-store';
import { followStore } from '../../../../../packages/testing/src/contracts/event-store/follower';
import { watermark } from '../../../../../packages/testing/src/contracts/event-store/watermarks';
import { silent } from '../../../../infra/projections/fixture';
import { type OwnDatabase, ownDatabase, query } from '../../../../integration/infra/event-store/served-store';

const WRITERS = 16;
const EVENTS_EACH = 40;
const CUT = `SELECT count(pg_terminate_backend(pid))::int AS cut FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'lastro event log %'`;

describe('the event log with cut connections', () => {
  let database: OwnDatabase;

  beforeEach(async () => {
    database = await ownDatabase();
  });
  afterEach(() => database.drop());

  it('opens them again, and loses no event', async () => {
    const { databaseUrl } = database;
    const store: LogStore = openLogStore({ databaseUrl, logger: silent });
    const follower = followStore(store, START);
    let acknowledged = 0;
    const cuts: Promise<{ cut: number }[]>[] = [];
    const write = async (writer: number): Promise<void> => {
      for (let revision = -1; revision < EVENTS_EACH - 1; revision += 1) {
        const event = watermark(revision);
        let outcome = '';
        while (outcome !== 'appended') {
          const expected = revision === -1 ? 'no_stream' : revision;
          ({ outcome } = await store.append(`w-${writer}`, expected, [event]).catch(() => ({ outcome: 'away' })));
          expect(outcome).not.toBe('wrong_revision');
        }
        acknowledged += 1;
        if (acknowledged % 150 === 0) cuts.push(query<{ cut: number }>(databaseUrl, CUT));
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    const counts = (await Promise.all(cuts)).map(([row]) => row?.cut ?? 0);
    expect(Math.max(...counts)).toBeGreaterThan(0);
    await follower.untilEvents(WRITERS * EVENTS_EACH);
    expect(follower.events.map(({ position }) => Number(position.commit))).toEqual(
      Array.from({ length: WRITERS * EVENTS_EACH }, (_, index) => index + 1),
    );
    await follower.stop();
    await store.close();
  });
});
