import { streamFault } from '../../../../../aggregates/stream-fault';
import { migrate, migrationFile } from '../../../../../infra/postgres/migrate';
import { createStreamWatch } from '../../../../../infra/projections/faulty/stream-watch';
import type { ParkedStream } from '../../../../../infra/projections/rows/applier';
import { createWorld, silent, type World } from '../../../../infra/projections/fixture';
import { tallyProjection } from '../../../../infra/projections/tallies';

describe('the watch on faulty streams', () => {
  let world: World;
  const parked: ParkedStream[] = [];
  beforeEach(async () => {
    parked.length = 0;
    world = await createWorld();
    await migrate(world.pool, [migrationFile('read-models/operators/audit-trail.sql')]);
  });
  afterEach(() => world.close());

  const watch = () =>
    createStreamWatch({
      ...{ pool: world.pool, projections: world.options.projections, logger: silent },
      onParked: (each) => void parked.push(each),
    });
  const gone = (stream: string) => streamFault(stream, 'GONE', 'somebody deleted it');
  const applied = async (): Promise<void> => {
    const last = world.log.events.at(-1)!.position;
    expect(await world.options.board.waitUntilApplied(['tallies'], last, 30_000)).toBe(true);
  };

  test('parks a stream at its fault once, with an alarm, and no process decides on it', async () => {
    const [one, another] = [watch(), watch()];
    expect([await one.setAside('tally-1'), await another.setAside('tally-1')]).toEqual([null, null]);
    await Promise.all([one.report(gone('tally-1')), one.report(gone('tally-1')), another.report(gone('tally-1'))]);
    expect(parked).toEqual([
      {
        ...{ projection: 'tallies', stream: 'tally-1', revision: null },
        error: 'Stream tally-1 is damaged: somebody deleted it',
      },
    ]);
    expect([await one.setAside('tally-1'), await another.setAside('tally-1')]).toEqual(['PARKED', 'PARKED']);
    expect(await one.setAside('tally-2')).toBeNull();
    expect(await watch().setAside('tally-1')).toBe('PARKED');
  });

  test('sets a closed stream aside for good, and parks it no more', async () => {
    await world.pool.query(`INSERT INTO lastro.closed_streams SELECT 'tallies', 'tally-1', NULL, 1, 1`);
    await watch().report(gone('tally-1'));
    expect([parked, await watch().setAside('tally-1')]).toEqual([[], 'CLOSED']);
  });

  test('lets a projector apply the events before the fault, and parks those after it', async () => {
    world.start();
    world.log.write('tally-1', { owner: 'a', amount: '1' });
    await applied();
    await watch().report(gone('tally-1'));
    world.log.write('tally-1', { owner: 'a', amount: '2' });
    world.log.write('tally-2', { owner: 'a', amount: '4' });
    await applied();
    const { rows } = await world.pool.query<{ total: string }>(`SELECT total FROM lastro.test_owners`);
    expect(rows).toEqual([{ total: '5' }]);
    const { rows: events } = await world.pool.query('SELECT revision FROM lastro.parked_events');
    expect(events).toEqual([{ revision: 1 }]);
  });

  test('leaves an event that this version cannot read to the projector', async () => {
    await watch().report(streamFault('tally-1', 'UNREADABLE', 'Invented at revision 3'));
    expect([parked, await watch().setAside('tally-1')]).toEqual([[], null]);
  });

  test('knows a stream by its first projected event', async () => {
    await world.pool.query(`INSERT INTO lastro.audit_trail (event_id, position_commit, stream, revision, type, at,
      actor_kind, actor_id, correlation_id, causation_id, data)
      SELECT 'e' || revision, 7 + revision, 'watcher-a', revision, 'WatermarkReached', now(), 'system', 's', 'c', 'c', '{}'
      FROM generate_series(0, 2) AS revision`);
    const places = [await watch().projectedAt('watcher-a'), await watch().projectedAt('watcher-b')];
    expect(places).toEqual([{ commit: 7n, prepare: 0n }, null]);
  });

  test('fails only the parking when the database is away', async () => {
    const away = { connect: () => Promise.reject(new Error('away')), query: () => Promise.reject(new Error('away')) };
    const options = { projections: [tallyProjection()], logger: silent, onParked: () => undefined };
    const blind = createStreamWatch({ ...options, pool: away as unknown as World['pool'] });
    await expect(blind.report(gone('tally-1'))).resolves.toBeUndefined();
    await expect(blind.setAside('tally-1')).rejects.toThrow('away');
  });
});
