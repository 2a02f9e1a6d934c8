import {
  type RebuildChoices,
  type RebuildOptions,
  rebuildProjection,
} from '../../../../../infra/projections/rebuild/rebuild';
import { replayParked } from '../../../../../infra/projections/rebuild/replay';
import { readCheckpoint } from '../../../../../infra/projections/waiting/checkpoints';
import { createEventLog } from '../../../../infra/projections/event-log';
import {
  createWorld,
  expectedRows,
  READ_MODELS,
  rowsOf,
  STREAM_PREFIXES,
  silent,
  type World,
} from '../../../../infra/projections/fixture';
import { tallyProjection } from '../../../../infra/projections/tallies';
import fc, { runsAtCost } from '../../../../properties';

/** Each run writes a history to PostgreSQL and rebuilds it. */
const REBUILDS = runsAtCost(7);

describe('a rebuild', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const optionsOf = (more: Partial<RebuildOptions> = {}): RebuildOptions => ({
    databaseUrl: world.database.url,
    eventStore: world.log,
    projection: tallyProjection(),
    streamPrefixes: STREAM_PREFIXES,
    readModelsFolder: READ_MODELS,
    logger: silent,
    ...more,
  });
  const rebuild = (choices: RebuildChoices = {}, more: Partial<RebuildOptions> = {}) =>
    rebuildProjection(optionsOf(more), choices);

  const fill = (count: number): void => {
    for (let n = 0; n < count; n += 1) {
      const note = n % 5 === 0 ? `tab\t new\nline \\ "quoted" {é} ${n}` : null;
      world.log.write(`tally-${n % 37}`, { owner: `owner-${n % 4}`, amount: `${n}`, note, isClosing: n % 53 === 52 });
    }
  };

  const projected = async (): Promise<void> => {
    const projector = world.start();
    const last = world.log.events.at(-1)!.position;
    expect(await world.options.board.waitUntilApplied(['tallies'], last, 10_000)).toBe(true);
    await projector.stop();
  };

  const schemas = async (): Promise<readonly string[]> => {
    const text = "SELECT nspname::text AS name FROM pg_namespace WHERE nspname LIKE 'lastro%' ORDER BY 1";
    return (await world.pool.query<{ name: string }>(text)).rows.map(({ name }) => name);
  };

  it('gives the same rows, indexes and grants each time, and keeps the old tables', async () => {
    fill(2_000);
    await projected();
    const before = await rowsOf(world.pool);
    const phases: string[] = [];
    const result = await rebuild({ onProgress: ({ phase }) => phases.push(phase) });
    expect(result).toMatchObject({ outcome: 'swapped', differences: [], events: 2_000 });
    expect(await rowsOf(world.pool)).toEqual(before);
    expect(await rowsOf(world.pool, 'lastro_previous')).toEqual(before);
    expect([...new Set(phases)]).toEqual(
      ['reading', 'writing', 'comparing', 'swapping', 'done'].slice(phases[0] === 'reading' ? 0 : 1),
    );
    const { rows } = await world.pool.query(
      `SELECT (SELECT count(*)::int FROM pg_indexes WHERE schemaname = 'lastro' AND tablename = 'test_tallies') AS indexes,
              has_table_privilege('pg_monitor', 'lastro.test_owners', 'SELECT') AS granted`,
    );
    expect(rows).toEqual([{ indexes: 2, granted: true }]);
    expect(await rebuild()).toMatchObject({ outcome: 'swapped', differences: [] });
    expect(await schemas()).toEqual(['lastro', 'lastro_previous']);
  });

  it('names a changed row and its column, and leaves the live tables unchanged', async () => {
    fill(1_500);
    await projected();
    await world.pool.query(`UPDATE lastro.test_tallies SET note = 'forged' WHERE tally_id = 'tally-7'`);
    await world.pool.query(`DELETE FROM lastro.test_owners WHERE owner = 'owner-2'`);
    await world.pool.query(`INSERT INTO lastro.test_owners VALUES ('owner-x', 1, 1)`);
    const tampered = await rowsOf(world.pool);
    const result = await rebuild();
    expect(result.outcome).toBe('blocked');
    expect(result.differences).toEqual([
      { table: 'test_tallies', key: 'tally-7', column: 'note', live: '"forged"', rebuilt: expect.any(String) },
      { table: 'test_owners', key: 'owner-2', column: null, live: null, rebuilt: 'a row' },
      { table: 'test_owners', key: 'owner-x', column: null, live: 'a row', rebuilt: null },
    ]);
    expect(await rowsOf(world.pool)).toEqual(tampered);
    expect(await schemas()).toEqual(['lastro']);
  });

  it('swaps despite a difference when the operator accepts it', async () => {
    fill(300);
    await projected();
    await world.pool.query(`UPDATE lastro.test_owners SET total = 1 WHERE owner = 'owner-1'`);
    const result = await rebuild({ acceptDifference: true });
    expect(result).toMatchObject({ outcome: 'swapped', differences: [{ key: 'owner-1', column: 'total', live: '1' }] });
    expect(await rowsOf(world.pool)).toEqual(expectedRows(tallyProjection(), world.log.events));
  });

  it('reports columns that only one side has', async () => {
    fill(10);
    await projected();
    await world.pool.query('ALTER TABLE lastro.test_owners ADD COLUMN extra text');
    const result = await rebuild();
    expect(result.differences).toEqual([
      { table: 'test_owners', key: null, column: 'extra', live: 'a column', rebuilt: null },
    ]);
  });

  it('refuses the swap while a view uses the old table', async () => {
    await world.pool.query('CREATE VIEW lastro.test_view AS SELECT * FROM lastro.test_owners');
    await expect(rebuild()).rejects.toThrow(
      /test_owners cannot be swapped: (lastro\.)?test_view still use the old table/,
    );
  });

  it('is exact when its rows exceed the memory and are read again from disk', async () => {
    fill(2_600);
    await projected();
    const memoryLimits = { rows: 20, bytes: 1_000_000 };
    expect(await rebuild({}, { memoryLimits })).toMatchObject({ outcome: 'swapped', differences: [] });
    expect(await rowsOf(world.pool)).toEqual(expectedRows(tallyProjection(), world.log.events));
  });

  describe('a rebuild with a checkpoint whose event the log lacks', () => {
    /** A foreign log, at the same positions and beyond. */
    const another = (count: number) => {
      const log = createEventLog();
      for (let n = 0; n < count; n += 1) log.write(`tally-${n % 7}`, { owner: 'somebody', amount: '3' });
      return log;
    };

    it.each([
      0, 30, 300,
    ])('is refused with a log of %i other events, which it names, and changes no rows', async (count) => {
      fill(60);
      await projected();
      const before = await rowsOf(world.pool);
      const { stream, revision, id, position } = world.log.events.at(-1)!;
      for (const acceptDifference of [false, true]) {
        const refused = rebuild({ acceptDifference }, { eventStore: another(count) });
        const named = `${stream}@${revision} (event ${id}) at ${position.commit}/${position.prepare}`;
        await expect(refused).rejects.toThrow(named);
        await expect(refused).rejects.toThrow('ledger rebuild tallies --from-start');
      }
      expect(await rowsOf(world.pool)).toEqual(before);
    });

    it('starts at the beginning of that log, and replaces its checkpoint with the rows', async () => {
      fill(60);
      await projected();
      const log = another(300);
      expect(await rebuild({ fromStart: true }, { eventStore: log })).toMatchObject({
        ...{ outcome: 'swapped', differences: [], events: 300 },
      });
      expect(await rowsOf(world.pool)).toEqual(expectedRows(tallyProjection(), log.events));
      const { stream, revision, id, position } = log.events.at(-1)!;
      const checkpoint = await readCheckpoint(world.pool, 'tallies');
      expect(checkpoint).toMatchObject({ considered: { stream, revision, id, position }, position });
    });
  });

  describe('a rebuild from the start', () => {
    it('catches up with a running projector, and neither loses nor repeats an event', async () => {
      fill(1_000);
      const board = world.options.board;
      world.start();
      for (let round = 0; round < 3; round += 1) {
        const rebuilding = rebuild({ fromStart: true });
        fill(200);
        expect(await rebuilding).toMatchObject({ outcome: 'swapped' });
      }
      fill(10);
      expect(await board.waitUntilApplied(['tallies'], world.log.events.at(-1)!.position, 20_000)).toBe(true);
      expect(await rowsOf(world.pool)).toEqual(expectedRows(tallyProjection(), world.log.events));
    });

    it('fills a projection that was never projected, up to the end of the log', async () => {
      fill(100);
      world.log.write('other-1', { owner: 'x', amount: '1' });
      expect(await rebuild({ fromStart: true })).toMatchObject({ outcome: 'swapped' });
      expect(await rowsOf(world.pool)).toEqual(expectedRows(tallyProjection(), world.log.events));
      expect((await readCheckpoint(world.pool, 'tallies')).considered).toMatchObject({ stream: 'other-1' });
    });

    it('keeps parked streams parked, with the events after the checkpoint', async () => {
      fill(60);
      world.log.write('tally-5', { owner: 'owner-1', amount: '5', isPoison: true });
      fill(60);
      await projected();
      fill(60);
      const fixed = tallyProjection(() => false);
      expect(await rebuild({ fromStart: true }, { projection: fixed })).toMatchObject({ outcome: 'swapped' });
      const options = { pool: world.pool, eventStore: world.log, projections: [fixed], logger: silent };
      const skipped = world.log.events.filter(({ stream, revision }) => stream === 'tally-5' && revision >= 2);
      expect(await replayParked(options)).toMatchObject([{ stream: 'tally-5', events: skipped.length, error: null }]);
      const { tallies } = await rowsOf(world.pool);
      expect(tallies).toEqual(expectedRows(fixed, world.log.events).tallies);
    });

    it('is refused with an empty log, and live rows get no checkpoint at the start', async () => {
      fill(60);
      await projected();
      const before = await rowsOf(world.pool);
      const refused = rebuild({ fromStart: true }, { eventStore: createEventLog() });
      await expect(refused).rejects.toThrow('a rebuild needs events');
      expect(await rowsOf(world.pool)).toEqual(before);
    });
  });

  it('does not swap rows without a checkpoint, even when differences are accepted', async () => {
    fill(60);
    await projected();
    await world.pool.query(`DELETE FROM lastro.named_checkpoints WHERE projection = 'tallies'`);
    const before = await rowsOf(world.pool);
    await expect(rebuild({ acceptDifference: true })).rejects.toThrow('ledger rebuild tallies --from-start');
    expect(await rowsOf(world.pool)).toEqual(before);
  });

  it('equals the live tables for any history, also beyond the memory', async () => {
    const events = fc.record({
      stream: fc.constantFrom('tally-a', 'tally-b', 'tally-c', 'other-a'),
      owner: fc.constantFrom('x', 'y'),
      amount: fc.integer({ min: 0, max: 99 }),
      note: fc.option(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))),
      isClosing: fc.boolean(),
    });
    const history = fc.array(events, { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom(1, 3, 1_000), async (facts, rows) => {
        for (const { stream, amount, ...rest } of facts) world.log.write(stream, { ...rest, amount: `${amount}` });
        await projected();
        const memoryLimits = { rows, bytes: 1_000_000 };
        expect(await rebuild({}, { memoryLimits })).toMatchObject({ outcome: 'swapped', differences: [] });
        expect(await rowsOf(world.pool)).toEqual(expectedRows(tallyProjection(), world.log.events));
      }),
      { numRuns: REBUILDS },
    );
  });
});
