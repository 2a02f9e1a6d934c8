import { createPool, PROJECTION_LIMITS } from '../../../../infra/postgres/pool';
import { createWorld, expectedRows, rowsOf, silent, type World } from '../../../infra/projections/fixture';
import { tallyProjection } from '../../../infra/projections/tallies';
import { createProxy } from '../postgres/proxy';

/** As long as a person would wait before looking into it. */
const TIMEOUT_MS = 30_000;

describe('the projector when its database falls silent', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  it('gives up the dead connections and continues over new ones', async () => {
    const { options, log, database } = world;
    const proxy = await createProxy(database.url);
    const pool = createPool(proxy.url, silent, PROJECTION_LIMITS);
    const projector = world.start({ pool, databaseUrl: proxy.url });
    const before = log.write('tally-1', { owner: 'a', amount: '1' });
    expect(await options.board.waitUntilApplied(['tallies'], before, TIMEOUT_MS)).toBe(true);
    proxy.forget();
    const after = log.write('tally-1', { owner: 'a', amount: '2' });
    expect(await options.board.waitUntilApplied(['tallies'], after, TIMEOUT_MS)).toBe(true);
    await projector.stop();
    await pool.end();
    await proxy.close();
    expect(await rowsOf(options.pool)).toEqual(expectedRows(tallyProjection(), log.events));
  });
});
