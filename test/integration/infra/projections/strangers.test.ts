import type { Position } from '../../../../aggregates/events';
import type { Proposed } from '../../../../commands/ports/event-store';
import { clockOf } from '../../../../infra/clock';
import { replayParked } from '../../../../infra/projections/rebuild/replay';
import type { ParkedStream } from '../../../../infra/projections/rows/applier';
import { projectionStatus } from '../../../../infra/projections/waiting/status';
import { newStream } from '../../../../packages/testing/src/contracts/event-store/scene';
import { metadata, watermark } from '../../../../packages/testing/src/contracts/event-store/watermarks';
import { useScriptedCluster } from '../../../infra/event-store/scripted/cluster';
import { SHARED_STORES, type SharedStore } from '../../../infra/event-store/strange/shared-store';
import { createWorld, silent, type World } from '../../../infra/projections/fixture';
import { watermarkTallies } from '../../../infra/projections/tallies';

const cluster = useScriptedCluster();

/** Generous: two cores are shared with all other tests. */
const PATIENCE_MS = 30_000;

describe.each(SHARED_STORES)('foreign writes beside the ledger, %s', (name, open) => {
  let world: World;
  let shared: SharedStore;
  let foreign = 0;
  const parked: ParkedStream[] = [];
  beforeEach(async () => {
    [foreign, parked.length] = [0, 0];
    world = await createWorld();
    shared = await open(cluster, 'ours');
  });
  afterEach(() => world.close());

  const start = () =>
    world.start({
      ...{ eventStore: shared.store, projections: [watermarkTallies] },
      onParked: (stream) => void parked.push(stream),
      onForeign: (records) => {
        foreign += records;
      },
    });
  const append = async (stream: string, expected: number | 'no_stream', ...events: Proposed[]): Promise<Position> => {
    const result = await shared.store.append(stream, expected, events);
    if (result.outcome !== 'appended') throw new Error('it is appended');
    return result.position;
  };
  const applied = async (position: Position): Promise<void> =>
    expect(await world.options.board.waitUntilApplied(['tallies'], position, PATIENCE_MS)).toBe(true);
  const totals = async (): Promise<Readonly<Record<string, string>>> => {
    const { rows } = await world.pool.query<{ tally_id: string; total: string }>('SELECT * FROM lastro.test_tallies');
    return Object.fromEntries(rows.map(({ tally_id, total }) => [tally_id, total]));
  };
  const parkedRows = async (): Promise<readonly string[]> => {
    const { rows } = await world.pool.query<{ stream: string; from_revision: number | null }>(
      'SELECT stream, from_revision FROM lastro.parked_streams ORDER BY stream',
    );
    return rows.map(({ stream, from_revision }) => `${stream} ${from_revision}`);
  };
  const status = async () => {
    const options = { pool: world.pool, eventStore: shared.store, projections: [watermarkTallies] };
    const [found] = await projectionStatus({ ...options, clock: clockOf(() => Date.parse(metadata.at) + 7_000) });
    return found!;
  };

  test('stop and park nothing, before a start, during a run or after a restart', async () => {
    const stream = newStream();
    shared.write('othershop-1', { type: 'OrderPlaced' }, { type: 'SubjectErased', metadata });
    shared.write('watcher-theirs', { type: 'OrderPlaced' }, { type: 'WatermarkReached' });
    await append(stream, 'no_stream', watermark(1));
    const first = start();
    await applied(await append(stream, 0, watermark(2)));
    shared.write('watcher-theirs', { type: 'WatermarkReached', data: { blockNumber: '9' }, metadata });
    shared.write('$$watcher-theirs', { type: '$metadata', data: { $maxAge: 1 } });
    await applied(await append(stream, 1, watermark(3)));
    await first.stop();
    shared.write('watcher-theirs', { type: 'OrderPaid' });
    start();
    await applied(await append(stream, 2, watermark(4)));
    expect(await totals()).toEqual({ [stream]: '10' });
    expect([parked, await parkedRows()]).toEqual([[], []]);
    expect(foreign).toBeGreaterThanOrEqual(4);
  });

  test('in a stream of ours park that stream alone, once', async () => {
    const [stream, other] = [newStream(), newStream()];
    await append(stream, 'no_stream', watermark(1), watermark(2));
    shared.write(stream, { type: 'Invented', metadata });
    for (let event = 0; event < 300; event += 1) shared.write(stream, { type: 'WatermarkReached', data: 7, metadata });
    const first = start();
    await applied(await append(other, 'no_stream', watermark(5)));
    await first.stop();
    shared.write(stream, { type: 'OrderPlaced' });
    start();
    await applied(await append(other, 0, watermark(6)));
    expect(await totals()).toEqual({ [stream]: '3', [other]: '11' });
    expect(parked).toMatchObject([{ projection: 'tallies', stream, revision: 2 }]);
    expect(await parkedRows()).toEqual([`${stream} 2`]);
    const { rows } = await world.pool.query('SELECT FROM lastro.parked_events');
    expect(rows).toHaveLength(302);
    expect(await status()).toMatchObject({ caughtUp: true, lagMs: 0, parked: 1 });
  });

  test('park a stream of ours when they belong to another ledger, and are only counted in its own streams', async () => {
    const [stream, other] = [newStream(), newStream()];
    const { type, data } = watermark(9);
    const theirs = { type, data, metadata: { ...metadata, ledgerId: 'theirs' } };
    await append(stream, 'no_stream', watermark(1), { ...watermark(2), metadata: { ...metadata, ledgerId: 'ours' } });
    shared.write('watcher-theirs', theirs, theirs);
    shared.write(stream, theirs);
    start();
    await applied(await append(other, 'no_stream', watermark(5)));
    expect(await totals()).toEqual({ [stream]: '3', [other]: '5' });
    expect(parked).toMatchObject([{ stream, revision: 2, error: 'the event belongs to another ledger, theirs' }]);
    expect([foreign, await parkedRows()]).toEqual([2, [`${stream} 2`]]);
  });

  test.each([
    ['an age limit', { $maxAge: 1 }],
    ['a truncation', { $tb: 1 }],
    ['a change of rights', { $acl: { $r: 'nobody' } }],
  ])('as %s of a stream of ours park it as a whole, once', async (_, data) => {
    const [stream, other] = [newStream(), newStream()];
    await append(stream, 'no_stream', watermark(1));
    const first = start();
    for (let time = 0; time < 3; time += 1) shared.write(`$$${stream}`, { type: '$metadata', data });
    await append(stream, 0, watermark(2));
    await applied(await append(other, 'no_stream', watermark(5)));
    await first.stop();
    start();
    await applied(await append(other, 0, watermark(6)));
    expect(await totals()).toEqual({ [stream]: '1', [other]: '11' });
    expect(parked).toMatchObject([{ projection: 'tallies', stream, revision: null }]);
    expect(await parkedRows()).toEqual([`${stream} null`]);
  });

  test('park a softly deleted stream, which is not replayed, unlike an intact one', async () => {
    const [stream, other, whole] = [newStream(), newStream(), newStream()];
    for (const each of [stream, whole]) await append(each, 'no_stream', watermark(1));
    start();
    shared.softDelete(stream);
    shared.write(`$$${whole}`, { type: '$metadata', data: { $maxAge: 1_000_000 } });
    await append(whole, 0, watermark(2));
    await applied(await append(other, 'no_stream', watermark(5)));
    expect(await parkedRows()).toEqual([`${stream} null`, `${whole} null`].sort());
    const replay = { pool: world.pool, eventStore: shared.store, projections: [watermarkTallies], logger: silent };
    const replayed = await replayParked(replay);
    expect(replayed).toHaveLength(2);
    expect(replayed).toContainEqual(
      expect.objectContaining({ stream, error: `${stream} has no events any more: the stream was deleted` }),
    );
    expect(replayed).toContainEqual({ projection: 'tallies', stream: whole, events: 1, error: null });
    expect(await totals()).toEqual({ [stream]: '1', [whole]: '3', [other]: '5' });
  });

  test('to a stream’s settings park the whole stream after a poison event has parked a part', async () => {
    const [stream, other] = [newStream(), newStream()];
    await append(stream, 'no_stream', watermark(1));
    shared.write(stream, { type: 'OrderPlaced' });
    shared.write(`$$${stream}`, { type: '$metadata', data: { $maxAge: 1 } });
    start();
    await applied(await append(other, 'no_stream', watermark(5)));
    expect(await parkedRows()).toEqual([`${stream} null`]);
    expect(parked.map(({ revision }) => revision)).toEqual([1, null]);
  });

  test('at the end of the log leave the ledger caught up without a lag', async () => {
    const stream = newStream();
    start();
    await applied(await append(stream, 'no_stream', watermark(1)));
    shared.write('othershop-1', { type: 'OrderPlaced' }, { type: 'WatermarkReached', metadata: { at: 'never' } });
    expect(await status()).toMatchObject({ caughtUp: true, lagMs: 0 });
    await append('partner-1', 'no_stream', watermark(1));
    expect(await status()).toMatchObject({ caughtUp: true, lagMs: 0 });
  });

  test('before a waiting event do not hide how long it waits', async () => {
    shared.write('watcher-theirs', { type: 'OrderPlaced' });
    await append(newStream(), 'no_stream', watermark(1));
    expect([name, await status()]).toMatchObject([name, { caughtUp: false, lagMs: 7_000 }]);
  });
});

test('a tombstone parks a stream of ours as a whole, since its revision fits nowhere else', async () => {
  const world = await createWorld();
  try {
    const node = await cluster.node();
    const store = cluster.connect(node, { deadlineMs: PATIENCE_MS });
    const [stream, other] = [newStream(), newStream()];
    await store.append(stream, 'no_stream', [watermark(1)]);
    node.log.tombstone(stream);
    node.log.tombstone('othershop-1');
    const last = await store.append(other, 'no_stream', [watermark(2)]);
    const parked: ParkedStream[] = [];
    const more = { eventStore: store, projections: [watermarkTallies], logger: silent };
    world.start({ ...more, onParked: (each) => void parked.push(each) });
    if (last.outcome !== 'appended') throw new Error('it is appended');
    expect(await world.options.board.waitUntilApplied(['tallies'], last.position, PATIENCE_MS)).toBe(true);
    expect(parked).toMatchObject([{ stream, revision: null }]);
  } finally {
    await world.close();
  }
});
