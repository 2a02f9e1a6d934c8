import type { Pool } from 'pg';
import { createLane } from '../../../../../infra/projections/live/lane';
import { DEFAULT_LIMITS } from '../../../../../infra/projections/live/projector-options';
import { ensureCheckpoints } from '../../../../../infra/projections/waiting/checkpoints';
import { createWorld, expectedRows, rowsOf, silent, type World } from '../../../../infra/projections/fixture';
import { tallyProjection } from '../../../../infra/projections/tallies';

/** The pool, which refuses a number of writes on command: statements of their own, and transactions. */
const refusing = (pool: Pool, writes: number) => {
  let left = 0;
  const refuse = (): void => {
    left -= 1;
    if (left >= 0) throw new Error('deadlock detected');
  };
  const connect = async () => {
    refuse();
    return pool.connect();
  };
  const query = async (...asked: readonly [string | { readonly text: string }]) => {
    if (JSON.stringify(asked[0]).includes('INSERT INTO')) refuse();
    return pool.query(...asked);
  };
  const begin = (): void => {
    left = writes;
  };
  return { pool: { connect, query } as unknown as Pool, begin };
};

describe('a projection with a full queue', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const laneOver = (pool: Pool) =>
    createLane({
      ...DEFAULT_LIMITS,
      pool,
      projection: tallyProjection(),
      logger: silent,
      onApplied: world.options.board.advance,
      onParked: () => undefined,
      queuedEvents: 20,
      batchEvents: 10,
      firstRetryMs: 1,
    });
  const write = (count: number): void => {
    for (let n = 0; n < count; n += 1) world.log.write(`tally-${n % 3}`, { owner: 'a', amount: `${n}` });
  };

  /** Offers 30 events while connections are refused, and 5 more after they are applied; answers how that ended. */
  const offerWhile = async (failures: number): Promise<string> => {
    const { options, log } = world;
    await ensureCheckpoints(options.pool, ['tallies']);
    const { pool, begin } = refusing(options.pool, failures);
    const lane = laneOver(pool);
    await lane.load();
    begin();
    const ending = new AbortController();
    const running = lane.run(ending.signal).then(() => 'it was stopped', String);
    const offerLast = async (count: number): Promise<boolean> => {
      write(count);
      const { position } = log.events.at(-1)!;
      await lane.offer(log.events.slice(-count), position);
      return options.board.waitUntilApplied(['tallies'], position, 30_000);
    };
    const offering = offerLast(30)
      .then(() => offerLast(5))
      .then((applied) => `applied: ${applied}`);
    const ended = await Promise.race([running, offering]);
    ending.abort();
    // Ends the remaining waits.
    options.board.advance('tallies', { commit: 1_000_000n, prepare: 1_000_000n });
    await Promise.all([running, offering]);
    return ended;
  };

  it('continues at its place after a passing failure', async () => {
    expect(await offerWhile(2)).toBe('applied: true');
    expect(await rowsOf(world.pool)).toEqual(expectedRows(tallyProjection(), world.log.events));
  });

  it('lets the log continue and reads it again after repeated failures', async () => {
    expect(await offerWhile(3)).toBe(
      'LostPlace: tallies must read the log again from its checkpoint: the log grew while the projection failed',
    );
  });
});
