import type { Pool } from 'pg';
import type { Recorded } from '../../aggregates/events';
import type { EventStore } from '../../commands/ports/event-store';
import { apiRole, migrate, migrationFile, migrationFolder } from '../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../infra/postgres/pool';
import { adoptCheckpoints } from '../../infra/projections/adoption/adopt-checkpoints';
import { startProjector } from '../../infra/projections/live/projector';
import { ensureCheckpoints, readCheckpoints } from '../../infra/projections/waiting/checkpoints';
import { readPairCheckpoints } from '../../infra/projections/waiting/pair-checkpoints';
import { createPositionBoard } from '../../infra/projections/waiting/wait';
import { projections } from '../../projections/all';
import { ALWAYS_BOUND } from '../doubles/bound';
import { silent } from '../infra/projections/fixture';
import { type TestDatabase, testDatabase } from '../stores/postgres';
import { frozenStore } from './frozen-store';
import { goldenLog } from './golden-log';
import { expectGoldenRows, storedIn } from './golden-rows';

const APPLIED_WITHIN_MS = 55_000;
const log = goldenLog();
const LAST = log.length - 1;
const names = projections.map(({ name }) => name);

const TABLES = ['checkpoints', 'named-checkpoints', 'parked', 'parked-gone'];

let database: TestDatabase;
let pool: Pool;

const project = async (events: readonly Recorded[]): Promise<readonly unknown[]> => {
  const eventStore = frozenStore(events);
  const board = createPositionBoard();
  const parked: unknown[] = [];
  const options = {
    pool,
    databaseUrl: database.url,
    eventStore,
    projections,
    logger: silent,
    board,
    tenure: ALWAYS_BOUND,
  };
  const projector = startProjector({ ...options, onParked: (stream) => void parked.push(stream) });
  expect(await board.waitUntilApplied(names, await eventStore.head(), APPLIED_WITHIN_MS)).toBe(true);
  await projector.stop();
  return parked;
};

/** As the version before left them: a position, of an event of ours or of the store's own behind it. */
const withoutNames = async (at: number | bigint = log[LAST]!.position.commit): Promise<void> => {
  await pool.query(`TRUNCATE lastro.named_checkpoints; DROP TABLE IF EXISTS lastro.checkpoints_without_names;
    CREATE TABLE IF NOT EXISTS lastro.checkpoints (projection text PRIMARY KEY, position_commit bigint NOT NULL,
      position_prepare bigint NOT NULL, generation bigint NOT NULL DEFAULT 0, updated_at timestamptz DEFAULT now());
    TRUNCATE lastro.checkpoints`);
  const text = 'INSERT INTO lastro.checkpoints SELECT name, $2, $2, 3 FROM unnest($1::text[]) AS name';
  await pool.query(text, [names, String(at)]);
};

const adopt = (eventStore: EventStore = frozenStore(log)) =>
  adoptCheckpoints({ databaseUrl: database.url, eventStore, logger: silent });

const nameOf = ({ stream, revision, id, position }: Recorded) => ({ stream, revision, id, position });
const isOldThere = async (): Promise<boolean> =>
  (await pool.query<{ there: boolean }>(`SELECT to_regclass('lastro.checkpoints') IS NOT NULL AS there`)).rows[0]!
    .there;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent, BATCH_LIMITS);
  await migrate(pool, [
    apiRole(),
    ...TABLES.map((name) => migrationFile(`infra/projections/${name}.sql`)),
    migrationFile('infra/webhooks/feed-places.sql'),
    ...migrationFolder('read-models', true),
  ]);
  await project(log.slice(0, 300));
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Rows up to event 300: where the version before was ended. */
const AT = log[299]!.position.commit;

describe('E7: the rows of the first version, and its log', () => {
  const expectNothingDone = async (): Promise<void> => {
    expect(await isOldThere()).toBe(true);
    expect((await readCheckpoints(pool)).size).toBe(0);
    expect(await readPairCheckpoints(pool)).toEqual(
      [...names].sort().map((projection) => ({ projection, considered: 'UNNAMED' })),
    );
  };

  const contradictedBy = async (change: string): Promise<readonly string[]> => {
    await withoutNames(AT);
    await pool.query(`CREATE TABLE lastro.kept AS TABLE lastro.audit_trail; ${change}`);
    const faults = await adopt();
    await expectNothingDone();
    await pool.query(`TRUNCATE lastro.audit_trail; INSERT INTO lastro.audit_trail TABLE lastro.kept;
      DROP TABLE lastro.kept`);
    return faults;
  };
  const byTrail = (index: number): string => {
    const { id, stream, revision } = log[index]!;
    return `event ${id}, ${stream}@${revision}`;
  };
  const row = (index: number): string => `event_id = '${log[index]!.id}'`;

  test('a row that is missing below the checkpoint', async () => {
    const faults = await contradictedBy(`DELETE FROM lastro.audit_trail WHERE ${row(70)}`);
    expect(faults).toEqual([`${byTrail(70)} at ${log[70]!.position.commit} by the log, has no row in the audit trail`]);
  });

  test('a row whose event the log has not', async () => {
    const change = `UPDATE lastro.audit_trail SET event_id = 'another' WHERE ${row(70)}`;
    expect(await contradictedBy(change)).toEqual([
      expect.stringContaining('has no row in the audit trail'),
      expect.stringMatching(/^event another, .* by the audit trail, is not in the log$/),
    ]);
  });

  test.each([
    ['revision', `revision = revision + 1`],
    ['stream', `stream = 'cashout-another'`],
  ])('a row of another %s', async (_name, set) => {
    const faults = await contradictedBy(`UPDATE lastro.audit_trail SET ${set} WHERE ${row(70)}`);
    expect(faults).toEqual([expect.stringMatching(/^event .* by the audit trail, .* by the log$/)]);
  });

  test('a row at another position', async () => {
    const change = `UPDATE lastro.audit_trail SET position_commit = position_commit + 1 WHERE ${row(70)}`;
    expect((await contradictedBy(change)).length).toBeGreaterThanOrEqual(1);
  });

  test('rows beyond the last checkpoint', async () => {
    const change = `UPDATE lastro.audit_trail SET position_commit = 100000, event_id = 'late' WHERE ${row(299)}`;
    expect(await contradictedBy(change)).toContainEqual(expect.stringContaining('event late'));
  });

  test('a log that ends before a checkpoint, and one of another installation', async () => {
    await withoutNames(AT);
    const older = await adopt(frozenStore(log.slice(0, 250)));
    expect(older).toHaveLength(names.length);
    expect(older[0]).toContain(`is at ${AT}/${AT}, and the log ends at ${log[249]!.position.commit}/`);
    const other = log.map((event, index) => ({ ...event, id: `other-${index}` }));
    expect((await adopt(frozenStore(other))).length).toBeGreaterThan(500);
    await expectNothingDone();
  });

  test('a stream that was parked has no rows from there on, and that is no fault', async () => {
    const { stream, revision, position } = log[250]!;
    const parked = `INSERT INTO lastro.parked_streams (projection, stream, from_revision, from_commit, from_prepare, error)
      VALUES ('audit-trail', '${stream}', ${revision}, ${position.commit}, ${position.prepare}, 'as it was')`;
    await withoutNames(AT);
    await pool.query(`CREATE TABLE lastro.kept AS TABLE lastro.audit_trail; ${parked};
      DELETE FROM lastro.audit_trail WHERE stream = '${stream}' AND revision >= ${revision}`);
    expect(await adopt()).toEqual([]);
    await pool.query(`TRUNCATE lastro.audit_trail, lastro.parked_streams CASCADE;
      INSERT INTO lastro.audit_trail TABLE lastro.kept; DROP TABLE lastro.kept`);
  });

  test('nobody begins at the start beside old checkpoints', async () => {
    await withoutNames(AT);
    await expect(ensureCheckpoints(pool, ['links'])).rejects.toThrow('is one of the version before');
    await expectNothingDone();
  });

  test('a pass that breaks off leaves everything as it was, and is made again', async () => {
    await withoutNames(AT);
    const broken = { ...frozenStore(log) };
    broken.readAll = async function* (...range) {
      for await (const event of frozenStore(log).readAll(...range)) {
        if (event === log[150]) throw new Error('away');
        yield event;
      }
    };
    await expect(adopt(broken)).rejects.toThrow('away');
    await expectNothingDone();
    expect(await adopt()).toEqual([]);
  });

  test('a checkpoint that a process of the version before moves meanwhile is read again', async () => {
    await withoutNames(AT);
    let passes = 0;
    const moved = { ...frozenStore(log) };
    moved.readAll = async function* (...range) {
      passes += 1;
      if (passes === 1) await pool.query('UPDATE lastro.checkpoints SET generation = generation + 1');
      yield* frozenStore(log).readAll(...range);
    };
    expect([await adopt(moved), passes]).toEqual([[], 2]);
  });

  test('are adopted once and go on: the projector does it by itself, and ends in the golden rows', async () => {
    await withoutNames(AT);
    expect(await project(log)).toEqual([]);
    for (const { tables } of projections) {
      for (const table of tables) expectGoldenRows(table, await storedIn(pool, table));
    }
    expect(await isOldThere()).toBe(false);
    const { rows } = await pool.query('SELECT DISTINCT position_commit FROM lastro.checkpoints_without_names');
    expect(rows).toEqual([{ position_commit: String(AT) }]);
    expect(await adopt()).toEqual([]);
    expect(await readPairCheckpoints(pool)).toHaveLength(names.length);
    expect((await readPairCheckpoints(pool)).map(({ considered }) => considered)).not.toContain('UNNAMED');
  });
});

describe('E7: an old checkpoint gets the last event of ours up to its position', () => {
  /** Positions with holes, where events of others were. */
  const sparse = log.map((event) => {
    const place = event.position.commit * 10n;
    return { ...event, position: { commit: place, prepare: place } };
  });

  test.each([
    [sparse[5]!.position.commit, nameOf(sparse[5]!)],
    [sparse[5]!.position.commit + 3n, nameOf(sparse[5]!)],
    [sparse[0]!.position.commit - 1n, 'START'],
  ])('at %s', async (at, considered) => {
    await pool.query('CREATE TABLE lastro.kept AS TABLE lastro.audit_trail; TRUNCATE lastro.audit_trail');
    await withoutNames(at);
    await pool.query(`DELETE FROM lastro.checkpoints WHERE projection <> 'links'`);
    expect(await adopt(frozenStore(sparse))).toEqual([]);
    expect((await readCheckpoints(pool)).get('links')).toEqual({
      considered,
      position: { commit: at, prepare: at },
      generation: '4',
    });
    await pool.query('INSERT INTO lastro.audit_trail TABLE lastro.kept; DROP TABLE lastro.kept');
  });
});
