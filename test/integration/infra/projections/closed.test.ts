import type { Position, Recorded } from '../../../../aggregates/events';
import type { Proposed } from '../../../../commands/ports/event-store';
import { createMemoryEventStore, type MemoryEventStore } from '../../../../infra/event-store/memory';
import { parkStream, readParked } from '../../../../infra/projections/faulty/parked';
import { type RebuildChoices, rebuildProjection } from '../../../../infra/projections/rebuild/rebuild';
import { replayParked } from '../../../../infra/projections/rebuild/replay';
import type { ParkedStream } from '../../../../infra/projections/rows/applier';
import { newStream } from '../../../../packages/testing/src/contracts/event-store/scene';
import { metadata, watermark } from '../../../../packages/testing/src/contracts/event-store/watermarks';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { createWorld, READ_MODELS, silent, type World } from '../../../infra/projections/fixture';
import { watermarkTallies } from '../../../infra/projections/tallies';

const PATIENCE_MS = 30_000;

/** As the projections of the service: what is closed is no event of its rows. */
const projection = {
  ...watermarkTallies,
  keys: (each: Recorded) => (each.type === 'StreamClosed' ? [] : watermarkTallies.keys(each)),
  apply: (...[each, get]: Parameters<typeof watermarkTallies.apply>) =>
    each.type === 'StreamClosed' ? [] : watermarkTallies.apply(each, get),
};

describe('a stream that an operator closed', () => {
  let world: World;
  let store: MemoryEventStore;
  let [stream, other] = ['', ''];
  const parked: ParkedStream[] = [];
  beforeEach(async () => {
    parked.length = 0;
    world = await createWorld();
    store = createMemoryEventStore({ ledgerId: () => 'ours' });
    [stream, other] = [newStream(), newStream()];
  });
  afterEach(() => world.close());

  const start = () =>
    world.start({ eventStore: store, projections: [projection], onParked: (each) => void parked.push(each) });
  const append = async (to: string, expected: number | 'no_stream', ...events: Proposed[]): Promise<Position> => {
    const result = await store.append(to, expected, events);
    if (result.outcome !== 'appended') throw new Error('it is appended');
    return result.position;
  };
  const applied = async (position: Position): Promise<void> =>
    expect(await world.options.board.waitUntilApplied(['tallies'], position, PATIENCE_MS)).toBe(true);
  const close = (): Promise<Position> => {
    const { data } = event('StreamClosed', { stream });
    return append(`closing-${stream}`, 'no_stream', { ...watermark(0), type: 'StreamClosed', data, metadata });
  };
  const totals = async (): Promise<Readonly<Record<string, string>>> => {
    const { rows } = await world.pool.query<{ tally_id: string; total: string }>('SELECT * FROM lastro.test_tallies');
    return Object.fromEntries(rows.map(({ tally_id, total }) => [tally_id, total]));
  };
  const count = async (table: string): Promise<number> => {
    const { rows } = await world.pool.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM lastro.${table}`);
    return rows[0]!.rows;
  };
  const left = async () => [await count('parked_streams'), await count('parked_events'), await count('closed_streams')];
  const rebuilt = (choices: RebuildChoices = {}) =>
    rebuildProjection(
      {
        ...{ databaseUrl: world.database.url, eventStore: store, projection, logger: silent },
        ...{ readModelsFolder: READ_MODELS, streamPrefixes: ['watcher-', 'closing-'] },
      },
      choices,
    );
  /** Parked as a whole after its first event, and written into afterwards. */
  const damaged = async (): Promise<void> => {
    await append(stream, 'no_stream', watermark(1));
    store.writeUnchecked(`$$${stream}`, { type: '$metadata', data: { $maxAge: 1 } });
    await append(stream, 0, watermark(2));
    await applied(await append(other, 'no_stream', watermark(5)));
  };
  const writtenAgain = async (): Promise<void> => {
    store.writeUnchecked(`$$${stream}`, { type: '$metadata', data: { $tb: 1 } });
    store.writeUnchecked(stream, { type: 'OrderPlaced' });
    store.writeUnchecked(stream, { type: 'WatermarkReached', data: { blockNumber: '4' }, metadata });
  };

  test('is no longer parked, and its later events are neither applied nor parked', async () => {
    start();
    await damaged();
    expect(await left()).toEqual([1, 1, 0]);
    await applied(await close());
    expect(await left()).toEqual([0, 0, 1]);
    await writtenAgain();
    await applied(await append(other, 0, watermark(6)));
    expect([await left(), parked.length]).toEqual([[0, 0, 1], 1]);
    expect(await totals()).toEqual({ [stream]: '1', [other]: '11' });
  });

  test('stays closed after a restart, and is not parked by a later fault', async () => {
    const first = start();
    await damaged();
    await applied(await close());
    await first.stop();
    const again = { position: { commit: 9n, prepare: 9n }, error: 'somebody deleted it' };
    const client = await world.pool.connect();
    expect(await parkStream(client, 'tallies', { ...again, stream, revision: null })).toBe(false);
    client.release();
    await writtenAgain();
    start();
    await applied(await append(other, 0, watermark(6)));
    expect([await left(), await totals()]).toEqual([[0, 0, 1], { [stream]: '1', [other]: '11' }]);
    const replay = { pool: world.pool, eventStore: store, projections: [projection], logger: silent };
    expect(await replayParked(replay)).toEqual([]);
  });

  test('is not parked as a whole after it was parked from an event on', async () => {
    start();
    await append(stream, 'no_stream', watermark(1));
    store.writeUnchecked(stream, { type: 'OrderPlaced' });
    await close();
    store.writeUnchecked(`$$${stream}`, { type: '$metadata', data: { $maxAge: 1 } });
    await applied(await append(other, 'no_stream', watermark(5)));
    expect([await left(), parked.map(({ revision }) => revision)]).toEqual([[0, 0, 1], [1]]);
  });

  test('is skipped from its closing on when it was never parked', async () => {
    start();
    await append(stream, 'no_stream', watermark(1));
    await close();
    await applied(await append(stream, 0, watermark(2)));
    expect([await left(), await totals()]).toEqual([[0, 0, 1], { [stream]: '1' }]);
  });

  test('gives the same rows in a rebuild', async () => {
    start();
    await damaged();
    await close();
    await append(stream, 1, watermark(3));
    await applied(await append(other, 0, watermark(6)));
    expect(await rebuilt()).toMatchObject({ outcome: 'swapped', differences: [] });
    await rebuilt({ fromStart: true });
    expect([await left(), await totals()]).toEqual([[0, 0, 1], { [stream]: '1', [other]: '11' }]);
  });

  test('is closed by a rebuild that reads the closing first', async () => {
    const first = start();
    await damaged();
    await first.stop();
    await close();
    await append(stream, 1, watermark(3));
    await rebuilt({ fromStart: true });
    expect([await left(), await totals()]).toEqual([[0, 0, 1], { [stream]: '1', [other]: '5' }]);
    expect((await readParked(world.pool, 'tallies')).get(stream)).toMatchObject({ isClosed: true });
  });
});
