import type { Pool } from 'pg';
import { createNotifier } from '../../../../infra/postgres/notify';
import { APPLIED_CHANNEL, readCheckpoints } from '../../../../infra/projections/waiting/checkpoints';
import { followCheckpoints } from '../../../../infra/projections/waiting/follow-checkpoints';
import { createPositionBoard } from '../../../../infra/projections/waiting/wait';
import { createWorld, silent, type World } from '../../../infra/projections/fixture';

// Two cores are shared with all other tests.
describe('waiting for a position', () => {
  const at = (commit: bigint) => ({ commit, prepare: commit });

  it('ends when the last projection has applied it, or at once when all have', async () => {
    const board = createPositionBoard<string>();
    board.advance('a', at(5n));
    const both = board.waitUntilApplied(['a', 'b'], at(5n), 60_000);
    expect(board.isWaiting()).toBe(true);
    board.advance('b', at(4n));
    expect(board.isWaiting()).toBe(true);
    board.advance('b', at(6n));
    expect(await both).toBe(true);
    expect(board.isWaiting()).toBe(false);
    expect(await board.waitUntilApplied(['a', 'b'], at(5n), 0)).toBe(true);
  });

  it('ends with false after its time', async () => {
    const board = createPositionBoard<string>();
    expect(await board.waitUntilApplied(['a'], at(1n), 1)).toBe(false);
    expect(board.isWaiting()).toBe(false);
  });

  describe('in another process', () => {
    let world: World;
    beforeEach(async () => {
      world = await createWorld();
    });
    afterEach(() => world.close());

    const counting = (pool: Pool, count: () => void): Pool =>
      new Proxy(pool, {
        get: (target, name) => {
          if (name === 'query') count();
          const value = Reflect.get(target, name) as unknown;
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });

    const follow = (pool: Pool, notifier: Parameters<typeof followCheckpoints>[0]['notifier'], pollMs: number) => {
      const board = createPositionBoard<string>();
      const options = { pool, board, notifier, pollMs, isLeading: () => false, logger: silent };
      return { board, following: followCheckpoints(options) };
    };

    it('ends with the notification', async () => {
      const { log, pool } = world;
      const connectionString = world.database.url;
      const notifier = await createNotifier({ connectionString, channel: APPLIED_CHANNEL, logger: silent });
      const { board, following } = follow(pool, notifier, 3_600_000);
      world.start();
      const first = log.write('tally-1', { owner: 'a', amount: '1' });
      expect(await board.waitUntilApplied(['tallies', 'quiet'], first, 10_000)).toBe(true);
      const second = log.write('tally-1', { owner: 'a', amount: '1' });
      expect(await board.waitUntilApplied(['tallies', 'quiet'], second, 10_000)).toBe(true);
      await following.stop();
      await notifier.close();
    });

    it('ends without notifications too, with one query for all waiters', async () => {
      const { log, pool } = world;
      let queries = 0;
      const counted = counting(pool, () => {
        queries += 1;
      });
      const { board, following } = follow(counted, { onNotify: () => () => undefined }, 5);
      const position = log.write('tally-1', { owner: 'a', amount: '1' });
      const waits = Array.from({ length: 2_000 }, () => board.waitUntilApplied(['tallies'], position, 10_000));
      world.start();
      expect(new Set(await Promise.all(waits))).toEqual(new Set([true]));
      expect(queries).toBeLessThan(2_000);
      await following.stop();
    });
  });

  it('costs an uninterested projection only an occasional checkpoint', async () => {
    const world = await createWorld();
    const { board } = world.options;
    await world.pool.query(`CREATE TABLE lastro.moves (n int);
      CREATE FUNCTION count_move() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO lastro.moves VALUES (1); RETURN NEW; END $$;
      CREATE TRIGGER count_moves AFTER UPDATE ON lastro.named_checkpoints
        FOR EACH ROW WHEN (NEW.projection = 'quiet') EXECUTE FUNCTION count_move()`);
    world.start({ limits: { ...world.options.limits, idleCheckpointMs: 300 } });
    for (let n = 0; n < 200; n += 1) {
      const position = world.log.write('tally-1', { owner: 'a', amount: '1' });
      expect(await board.waitUntilApplied(['quiet', 'tallies'], position, 10_000)).toBe(true);
    }
    const last = world.log.events.at(-1)!.position;
    const stored = async () => (await readCheckpoints(world.pool)).get('quiet')!.position;
    while ((await stored()).commit !== last.commit) await new Promise((resolve) => setImmediate(resolve));
    const { rowCount: moves } = await world.pool.query('SELECT * FROM lastro.moves');
    expect(moves).toBeLessThan(100);
    await world.close();
  });
});
