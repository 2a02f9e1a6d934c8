import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../../../../infra/project-root';
import { type RebuildChoices, rebuildProjection } from '../../../../../infra/projections/rebuild/rebuild';
import {
  createRebuildJobs,
  type RebuildJob,
  type RebuildJobs,
} from '../../../../../infra/projections/rebuild/rebuild-jobs';
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

const TABLE = readFileSync(path.join(projectRoot(), 'infra/projections/rebuild/jobs.sql'), 'utf8');
const ASKED = { projection: 'tallies', operatorName: 'ana', digest: null };

let world: World;
let jobs: RebuildJobs;
const onSwapped = jest.fn<Promise<void>, unknown[]>();

/** Ends before `choices` are used, where one is given. */
const jobsWith = (rebuild?: (choices: RebuildChoices) => Promise<never>): RebuildJobs =>
  createRebuildJobs({
    pool: world.pool,
    rebuild: (_name, choices) =>
      rebuild?.(choices) ??
      rebuildProjection(
        {
          ...{ databaseUrl: world.database.url, eventStore: world.log, projection: tallyProjection() },
          ...{ streamPrefixes: STREAM_PREFIXES, readModelsFolder: READ_MODELS, logger: silent },
        },
        choices,
      ),
    onSwapped,
  });

beforeEach(async () => {
  world = await createWorld();
  await world.pool.query(TABLE);
  onSwapped.mockReset().mockResolvedValue();
  jobs = jobsWith();
  for (let n = 0; n < 100; n += 1)
    world.log.write(`tally-${n % 7}`, { owner: `owner-${n % 4}`, amount: `${n}`, note: null, isClosing: false });
  const projector = world.start();
  await world.options.board.waitUntilApplied(['tallies'], world.log.events.at(-1)!.position, 10_000);
  await projector.stop();
});
afterEach(async () => {
  await jobs.stop();
  await world.close();
});

const ended = async (asked = ASKED as Parameters<RebuildJobs['start']>[0]): Promise<RebuildJob> => {
  await jobs.start(asked);
  for (;;) {
    const [job] = await jobs.list();
    if (job !== undefined && job.state !== 'RUNNING') return job;
  }
};

const spoil = () => world.pool.query(`UPDATE lastro.test_owners SET total = 1 WHERE owner IN ('owner-1', 'owner-2')`);

describe('a rebuild that an operator starts', () => {
  it('swaps equal rows, and names the operator', async () => {
    expect(await ended()).toMatchObject({
      ...{ projection: 'tallies', state: 'SWAPPED', operatorName: 'ana', differences: [], digest: null, error: null },
      progress: { phase: 'done', events: 100 },
    });
    expect(onSwapped.mock.calls).toMatchObject([[ASKED, { outcome: 'swapped' }]]);
  });

  it('reports the fault of a swap that could not be recorded', async () => {
    onSwapped.mockRejectedValue(new Error('the log is away'));
    expect(await ended()).toMatchObject({ state: 'SWAPPED', error: 'the log is away' });
  });

  it('shows rows that differ, and swaps them once exactly these are accepted', async () => {
    await spoil();
    const blocked = await ended();
    expect(blocked).toMatchObject({ state: 'BLOCKED', differences: [{ key: 'owner-1' }, { key: 'owner-2' }] });
    await world.pool.query(`UPDATE lastro.test_owners SET total = 2 WHERE owner = 'owner-1'`);
    const others = await ended({ ...ASKED, digest: blocked.digest });
    expect([others.state, others.digest === blocked.digest]).toEqual(['BLOCKED', false]);
    expect(onSwapped).not.toHaveBeenCalled();
    expect(await ended({ ...ASKED, digest: others.digest })).toMatchObject({ state: 'SWAPPED' });
    expect(await rowsOf(world.pool)).toEqual(expectedRows(tallyProjection(), world.log.events));
  });

  it('refuses a second one, and ends at its next progress after a cancellation', async () => {
    let go = (): void => undefined;
    const progress = { phase: 'reading', events: 1, eventsPerSecond: 1, etaMs: 1 } as const;
    jobs = jobsWith(async ({ onProgress }) => {
      for (;;) {
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        onProgress?.(progress);
      }
    });
    await jobs.start(ASKED);
    await expect(jobs.start(ASKED)).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
    expect(await jobsWith().cancel('tallies')).toBe(true);
    const stopped = jobs.stop();
    go();
    await stopped;
    expect(await jobs.list()).toMatchObject([{ state: 'CANCELLED' }]);
    expect(await jobs.cancel('tallies')).toBe(false);
  });

  it('ends with its process, and can be started again', async () => {
    await world.pool.query(
      `INSERT INTO lastro.rebuild_jobs (projection, state, operator_name, seen_at)
        VALUES ('tallies', 'RUNNING', 'eva', clock_timestamp() - interval '1 minute')`,
    );
    expect(await jobs.list()).toMatchObject([{ state: 'LOST', operatorName: 'eva' }]);
    expect(await jobs.cancel('tallies')).toBe(false);
    expect(await ended()).toMatchObject({ state: 'SWAPPED', operatorName: 'ana' });
  });
});
