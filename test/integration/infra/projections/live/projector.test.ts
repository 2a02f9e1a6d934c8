import { createWorld, expectedRows, rowsOf, type World } from '../../../../infra/projections/fixture';
import { tallyProjection } from '../../../../infra/projections/tallies';

// Two cores are shared with all other tests.
describe('the projector', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  it('applies the events before its start and the events during its run', async () => {
    const { log, options, pool } = world;
    for (let n = 0; n < 1_200; n += 1) log.write(`tally-${n % 40}`, { owner: `owner-${n % 3}`, amount: `${n}` });
    const projector = world.start();
    const before = log.events.at(-1)!.position;
    expect(await options.board.waitUntilApplied(['tallies', 'quiet'], before, 10_000)).toBe(true);
    const last = log.write('tally-3', { owner: 'owner-1', amount: '1', isClosing: true });
    expect(await options.board.waitUntilApplied(['tallies', 'quiet'], last, 10_000)).toBe(true);
    expect(await rowsOf(pool)).toEqual(expectedRows(tallyProjection(), log.events));
    await projector.stop();
  });
});
