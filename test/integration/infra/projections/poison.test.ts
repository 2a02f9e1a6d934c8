import { clockOf } from '../../../../infra/clock';
import { replayParked } from '../../../../infra/projections/rebuild/replay';
import type { ParkedStream } from '../../../../infra/projections/rows/applier';
import { projectionStatus } from '../../../../infra/projections/waiting/status';
import { createWorld, expectedRows, rowsOf, silent, type World } from '../../../infra/projections/fixture';
import { tallyProjection } from '../../../infra/projections/tallies';

// Two cores are shared with all other tests.
describe('an event that cannot be applied', () => {
  let world: World;
  const parked: ParkedStream[] = [];
  beforeEach(async () => {
    parked.length = 0;
    world = await createWorld();
  });
  afterEach(() => world.close());

  const onParked = (stream: ParkedStream): void => void parked.push(stream);
  const applied = async (): Promise<void> => {
    const last = world.log.events.at(-1)!.position;
    expect(await world.options.board.waitUntilApplied(['tallies'], last, 10_000)).toBe(true);
  };
  const without = (stream: string, from: number) =>
    world.log.events.filter((event) => event.stream !== stream || event.revision < from);
  const replay = (projection = tallyProjection(() => false)) =>
    replayParked({ pool: world.pool, eventStore: world.log, projections: [projection], logger: silent });
  const write = (stream: string, amount: string, isPoison = false): void => {
    world.log.write(stream, { owner: 'a', amount, isPoison });
  };

  it('parks its own stream alone, with an alert', async () => {
    for (let n = 0; n < 30; n += 1) write(`tally-${n % 3}`, `${n}`, n === 13);
    const projector = world.start({ onParked });
    await applied();
    write('tally-1', '7');
    write('tally-2', '8');
    await applied();
    expect(parked).toMatchObject([{ projection: 'tallies', stream: 'tally-1', revision: 4 }]);
    expect(parked[0]!.error).toContain('this event is poison');
    expect(await rowsOf(world.pool)).toEqual(expectedRows(tallyProjection(), without('tally-1', 4)));
    const { rows } = await world.pool.query<{ revision: number }>(
      'SELECT revision FROM lastro.parked_events ORDER BY revision',
    );
    expect(rows.map(({ revision }) => revision)).toEqual([4, 5, 6, 7, 8, 9, 10]);
    await projector.stop();
    const options = { pool: world.pool, eventStore: world.log, projections: [tallyProjection()] };
    const [status] = await projectionStatus({ ...options, clock: clockOf(() => 0) });
    expect(status).toMatchObject({ name: 'tallies', caughtUp: true, lagMs: 0, parked: 1 });
  });

  it('is blamed itself, even when an event of a parked stream precedes it', async () => {
    write('tally-0', '1');
    const projector = world.start({ onParked, limits: { ...world.options.limits, poisonRetryDelaysMs: [] } });
    await applied();
    // Events written soon after a batch join one batch.
    write('tally-1', '1', true);
    write('tally-1', '2');
    write('tally-2', '3', true);
    write('tally-3', '4');
    await applied();
    await projector.stop();
    expect(parked.map(({ stream, revision }) => `${stream} ${revision}`)).toEqual(['tally-1 0', 'tally-2 0']);
  });

  it('stays parked after a restart, and is replayed in order after the fix', async () => {
    for (let n = 0; n < 20; n += 1) write(`tally-${n % 2}`, `${n}`, n === 5);
    await world.start({ onParked }).stop();
    const first = world.start({ onParked });
    await applied();
    await first.stop();
    const fixed = tallyProjection(() => false);
    world.start({ projections: [fixed] });
    write('tally-1', '100');
    await applied();
    expect(await rowsOf(world.pool)).toEqual(expectedRows(fixed, without('tally-1', 2)));
    expect(await replay()).toEqual([{ projection: 'tallies', stream: 'tally-1', events: 9, error: null }]);
    // The projector runs on with what it had in memory; the replay has made that worthless.
    write('tally-1', '1000');
    write('tally-0', '1');
    await applied();
    expect(await rowsOf(world.pool)).toEqual(expectedRows(fixed, world.log.events));
    expect(await replay()).toEqual([]);
  });

  it('is not replayed by code that still cannot apply it', async () => {
    write('tally-1', '1', true);
    world.start({ onParked });
    await applied();
    expect(await replay(tallyProjection())).toMatchObject([
      { stream: 'tally-1', error: expect.stringContaining('poison') },
    ]);
    expect((await world.pool.query('SELECT * FROM lastro.parked_streams')).rowCount).toBe(1);
    expect(await replay()).toMatchObject([{ events: 1, error: null }]);
  });

  it('is identified among many when the database refuses its row', async () => {
    for (let n = 0; n < 100; n += 1) world.log.write(`tally-${n}`, { owner: 'a', amount: n === 61 ? '1000000' : '1' });
    world.log.write('tally-zero', { owner: 'a', amount: '1', note: 'a \0 in it' });
    world.start({ onParked });
    await applied();
    expect(parked.map(({ stream }) => stream)).toEqual(['tally-61', 'tally-zero']);
    const others = world.log.events.filter(({ stream }) => stream !== 'tally-61' && stream !== 'tally-zero');
    expect(await rowsOf(world.pool)).toEqual(expectedRows(tallyProjection(), others));
  });

  it('is tried again first, and a passing fault parks nothing', async () => {
    let failures = 2;
    const flaky = tallyProjection(() => failures-- > 0);
    write('tally-1', '1');
    world.start({ projections: [flaky], onParked });
    await applied();
    expect(parked).toEqual([]);
    expect(await rowsOf(world.pool)).toEqual(expectedRows(tallyProjection(), world.log.events));
  });

  it('does not stop the other projections', async () => {
    write('tally-1', '1', true);
    const quiet = { ...tallyProjection(() => false), name: 'quiet', streamPrefixes: ['quiet-'] };
    const limits = { ...world.options.limits, poisonRetryDelaysMs: [60_000] };
    world.start({ projections: [tallyProjection(), quiet], limits });
    const last = world.log.write('quiet-1', { owner: 'b', amount: '1' });
    expect(await world.options.board.waitUntilApplied(['quiet'], last, 10_000)).toBe(true);
    expect(await world.options.board.waitUntilApplied(['tallies'], last, 0)).toBe(false);
  });
});
