import type { EventStore } from '../../../../../commands/ports/event-store';
import { rebuildProjection } from '../../../../../infra/projections/rebuild/rebuild';
import { shadowSchemaOf } from '../../../../../infra/projections/rebuild/shadow-schema';
import { sweepShadows } from '../../../../../infra/projections/rebuild/sweep-shadows';
import { projections } from '../../../../../projections/all';
import { createWorld, READ_MODELS, silent, type World } from '../../../../infra/projections/fixture';
import { tallyProjection } from '../../../../infra/projections/tallies';

describe('tables of killed rebuilds', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const schemas = async (): Promise<readonly string[]> => {
    const text = "SELECT nspname::text AS name FROM pg_namespace WHERE nspname LIKE 'lastro%' ORDER BY 1";
    return (await world.pool.query<{ name: string }>(text)).rows.map(({ name }) => name);
  };

  it('are removed, also for a deleted projection, while live and former tables stay', async () => {
    await world.pool.query(`
      CREATE SCHEMA lastro_shadow_audit_trail; CREATE TABLE lastro_shadow_audit_trail.rows AS SELECT 1;
      CREATE SCHEMA lastro_shadow_gone; CREATE SCHEMA lastro_previous; CREATE SCHEMA lastro_shadowy`);
    expect(await sweepShadows(world.pool)).toBe(2);
    expect(await schemas()).toEqual(['lastro', 'lastro_previous', 'lastro_shadowy']);
    expect(await sweepShadows(world.pool)).toBe(0);
  });

  it('are distinguished from those of a running rebuild, which continues', async () => {
    for (let n = 0; n < 20; n += 1) {
      world.log.write(`tally-${n}`, { owner: 'owner', amount: '1', note: null, isClosing: false });
    }
    const projector = world.start();
    expect(await world.options.board.waitUntilApplied(['tallies'], world.log.events.at(-1)!.position, 10_000)).toBe(
      true,
    );
    await projector.stop();
    const seen: [number, boolean][] = [];
    const readAll: EventStore['readAll'] = async function* (...parameters) {
      seen.push([await sweepShadows(world.pool), (await schemas()).includes('lastro_shadow_tallies')]);
      yield* world.log.readAll(...parameters);
    };
    const options = { databaseUrl: world.database.url, readModelsFolder: READ_MODELS, logger: silent };
    const eventStore = { ...world.log, readAll };
    const result = await rebuildProjection({ ...options, eventStore, projection: tallyProjection() });
    expect([result.outcome, result.events, seen]).toEqual(['swapped', 20, [[0, true]]]);
  });

  it('are found by the name of their projection', () => {
    for (const projection of projections) {
      expect(projection.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(shadowSchemaOf(projection)).toMatch(/^lastro_shadow_[a-z0-9_]+$/);
    }
  });
});
