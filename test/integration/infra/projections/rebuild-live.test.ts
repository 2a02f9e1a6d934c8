import { Client } from 'pg';
import {
  type RebuildChoices,
  type RebuildOptions,
  rebuildProjection,
} from '../../../../infra/projections/rebuild/rebuild';
import { createWorld, expectedRows, READ_MODELS, rowsOf, silent, type World } from '../../../infra/projections/fixture';
import { tallyProjection } from '../../../infra/projections/tallies';

// Two cores are shared with all other tests.
describe('a rebuild of a projection in use', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const rebuild = (choices: RebuildChoices = {}, more: Partial<RebuildOptions> = {}) => {
    const { database, log: eventStore } = world;
    const options = { databaseUrl: database.url, eventStore, readModelsFolder: READ_MODELS, logger: silent };
    return rebuildProjection({ ...options, projection: tallyProjection(), ...more }, choices);
  };

  const write = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      world.log.write(`tally-${n % 41}`, { owner: `owner-${n % 3}`, amount: '1', isClosing: n % 97 === 96 });
    }
    return world.log.events.at(-1)!.position;
  };

  const applied = async (): Promise<void> => {
    const last = world.log.events.at(-1)!.position;
    expect(await world.options.board.waitUntilApplied(['tallies'], last, 20_000)).toBe(true);
  };

  const pace = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

  it('is exact while readers get no error and the projector continues', async () => {
    write(2_000);
    world.start();
    await applied();
    const state = { isOver: false, reads: 0 };
    const errors: unknown[] = [];
    const read = async (): Promise<void> => {
      while (!state.isOver) {
        // The owners count every event exactly once: a reader must never see fewer than before.
        const query = { name: 'a prepared statement', text: 'SELECT sum(events)::int AS sum FROM lastro.test_owners' };
        const { rows } = await world.pool.query<{ sum: number }>(query);
        if (rows[0]!.sum < 2_000) errors.push(rows[0]);
        state.reads += 1;
      }
    };
    const happen = async (): Promise<void> => {
      while (!state.isOver) {
        write(20);
        await pace();
      }
    };
    const busy = [read(), read(), happen()].map((work) => work.catch((error: unknown) => errors.push(error)));
    try {
      for (let round = 0; round < 3; round += 1) {
        expect(await rebuild()).toMatchObject({ outcome: 'swapped', differences: [] });
      }
    } finally {
      // Else they would write into the worlds of the tests that follow.
      state.isOver = true;
      await Promise.all(busy);
    }
    write(20);
    await applied();
    expect(errors).toEqual([]);
    expect(state.reads).toBeGreaterThan(10);
    expect(await rowsOf(world.pool)).toEqual(expectedRows(tallyProjection(), world.log.events));
  });

  it('waits for a reader that holds a table, and swaps afterwards', async () => {
    write(100);
    world.start();
    await applied();
    const reader = await world.pool.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT * FROM lastro.test_owners');
    const rebuilding = rebuild();
    let answers = 0;
    while (answers < 20) {
      await world.pool.query('SELECT count(*) FROM lastro.test_owners');
      answers += 1;
      await pace();
    }
    await reader.query('SELECT * FROM lastro.test_tallies');
    await reader.query('COMMIT');
    reader.release();
    expect(await rebuilding).toMatchObject({ outcome: 'swapped' });
    write(20);
    await applied();
    expect(await rowsOf(world.pool)).toEqual(expectedRows(tallyProjection(), world.log.events));
  });

  it.each([
    'reading',
    'writing',
    'comparing',
    'swapping',
  ])('leaves the live tables unchanged when it is killed while %s, and can run again', async (phase) => {
    const mark = write(1_500);
    world.start();
    await applied();
    const before = await rowsOf(world.pool);
    const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'lastro-rebuild'`;
    const killed: Promise<unknown>[] = [];
    // The swap waits for the readers of the table, and so for the kill.
    const reader = await world.pool.connect();
    await reader.query('BEGIN');
    if (phase === 'swapping') await reader.query('LOCK TABLE lastro.test_tallies IN ACCESS SHARE MODE');
    const onProgress: RebuildChoices['onProgress'] = (progress) => {
      if (progress.phase === phase && killed.length === 0) killed.push(world.pool.query(kill));
    };
    // Reading goes on until the kill has arrived.
    const slowly = async function* (...range: Parameters<typeof world.log.readAll>) {
      for await (const event of world.log.readAll(...range)) {
        if (phase === 'reading' && event.position.commit === mark.commit) {
          killed.push(world.pool.query(kill));
          await killed[0];
        }
        yield event;
      }
    };
    await expect(rebuild({ onProgress }, { eventStore: { ...world.log, readAll: slowly } })).rejects.toThrow(
      /terminat|not queryable|ECONNRESET|EPIPE/,
    );
    await Promise.all(killed);
    await reader.query('ROLLBACK');
    reader.release();
    expect(await rowsOf(world.pool)).toEqual(before);
    write(50);
    await applied();
    expect(await rebuild()).toMatchObject({ outcome: 'swapped', differences: [] });
    expect(await rowsOf(world.pool)).toEqual(expectedRows(tallyProjection(), world.log.events));
  });

  it('keeps no connection open when only one of its two opens', async () => {
    const real: (this: Client) => Promise<Client> = Reflect.get(Client.prototype, 'connect');
    const connect = jest.spyOn(Client.prototype, 'connect') as unknown as jest.SpyInstance<Promise<Client>, []>;
    connect.mockImplementationOnce(real).mockRejectedValueOnce(new Error('too many connections'));
    await expect(rebuild()).rejects.toThrow('too many connections');
    connect.mockRestore();
    const { rows } = await world.pool.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lastro-rebuild'`,
    );
    expect(rows).toEqual([]);
  });

  it('ends with a message when the database is away', async () => {
    await expect(rebuild({}, { databaseUrl: 'postgres://127.0.0.1:1/lastro' })).rejects.toThrow('ECONNREFUSED');
  });

  it('fails at an event that the code cannot apply, and leaves the live tables unchanged', async () => {
    write(10);
    world.start();
    await applied();
    const before = await rowsOf(world.pool);
    const broken = tallyProjection(({ revision, stream }) => stream === 'tally-3' && revision === 0);
    await expect(rebuild({}, { projection: broken })).rejects.toThrow(/Tallied .* of tally-3: this event is poison/);
    expect(await rowsOf(world.pool)).toEqual(before);
  });

  it('leaves out parked events, which are replayed after the swap', async () => {
    write(60);
    world.log.write('tally-5', { owner: 'owner-1', amount: '5', isPoison: true });
    write(60);
    world.start();
    await applied();
    const fixed = tallyProjection(() => false);
    expect(await rebuild({}, { projection: fixed })).toMatchObject({ outcome: 'swapped', differences: [] });
    const { rowCount } = await world.pool.query('SELECT * FROM lastro.parked_streams');
    expect(rowCount).toBe(1);
  });

  it('refuses a second simultaneous run', async () => {
    write(10);
    world.start();
    await applied();
    // The first cannot end before its answer is here: a reader holds the tables that it is to swap.
    const reader = await world.pool.connect();
    await reader.query('BEGIN; SELECT * FROM lastro.test_owners');
    const second: Promise<unknown>[] = [];
    const onProgress: RebuildChoices['onProgress'] = ({ phase }) => {
      if (phase !== 'writing' || second.length > 0) return;
      const answer = rebuild().catch((error: unknown) => error);
      second.push(answer.finally(() => reader.query('COMMIT')));
    };
    await rebuild({ onProgress });
    reader.release();
    expect(String(await second[0])).toContain('another process is rebuilding tallies');
  });
});
