import type { StreamBeginning } from '../../../../../commands/ports/event-store';
import { replayParked } from '../../../../../infra/projections/rebuild/replay';
import type { ParkedStream } from '../../../../../infra/projections/rows/applier';
import type { EventLog } from '../../../../infra/projections/event-log';
import { expectedRows, rowsOf } from '../../../../infra/projections/fixture';
import { tallyProjection } from '../../../../infra/projections/tallies';
import { until, useWorld, write } from './scene';

const scene = useWorld();
const { applied, projected, limits, consideredOf, eventAt } = scene;

describe('a checkpoint whose event was in a deleted stream', () => {
  const isGone = (stream: string): StreamBeginning => (stream === 'tally-1' ? { is: 'GONE' } : { is: 'NONE' });
  /** The log without the stream; positions as they were. */
  const withoutStream = (): EventLog => {
    const subscribe: EventLog['subscribe'] = (after, { onEvents, ...handlers }) => {
      const others = async (events: Parameters<typeof onEvents>[0]): Promise<void> =>
        onEvents(events.filter(({ stream }) => stream !== 'tally-1'));
      return scene.world().log.subscribe(after, { ...handlers, onEvents: others });
    };
    const recordAt: EventLog['recordAt'] = async (position) => {
      const record = await scene.world().log.recordAt(position);
      return record?.stream === 'tally-1' ? null : record;
    };
    const recordsBefore: EventLog['recordsBefore'] = async (position, limit) =>
      (await scene.world().log.recordsBefore(position, limit)).filter(({ stream }) => stream !== 'tally-1');
    const readStream: EventLog['readStream'] = async (stream, from) =>
      stream === 'tally-1' ? [] : scene.world().log.readStream(stream, from);
    const beginningOf: EventLog['beginningOf'] = async (stream) => isGone(stream);
    return { ...scene.world().log, subscribe, readStream, recordAt, recordsBefore, beginningOf };
  };

  test('parks that stream as a whole, once, and goes back to the last event before it', async () => {
    write(scene.world().log, 4, 'tally-2');
    await projected(3);
    const parked: ParkedStream[] = [];
    const onParked = (stream: ParkedStream): void => void parked.push(stream);
    for (let round = 0; round < 2; round += 1) {
      const projector = scene.world().start({ eventStore: withoutStream(), onParked, limits: limits() });
      await until(() => projector.status().isLeading || projector.status().over !== null);
      expect(projector.status().over).toBeNull();
      await projector.stop();
    }
    expect(parked.map(({ projection, stream, revision }) => `${projection} ${stream} ${revision}`).sort()).toEqual([
      'quiet tally-1 null',
      'tallies tally-1 null',
    ]);
    expect([await consideredOf(), await consideredOf('quiet')]).toEqual([eventAt(3), eventAt(3)]);
    const { rows } = await scene.world().pool.query('SELECT DISTINCT stream, from_revision FROM lastro.parked_streams');
    expect(rows).toEqual([{ stream: 'tally-1', from_revision: null }]);
    const replayed = await replayParked({ ...scene.world().options, eventStore: withoutStream() });
    expect(replayed.map(({ stream, error }) => `${stream} ${error}`)).toEqual(
      Array(2).fill('tally-1 tally-1 has no events any more: the stream was deleted'),
    );
  });

  test('continues exactly with the other streams', async () => {
    write(scene.world().log, 4, 'tally-2');
    await projected(3);
    const before = scene.world().log.events.length;
    const projector = scene.world().start({ eventStore: withoutStream(), limits: limits() });
    await until(() => projector.status().isLeading);
    await projector.stop();
    scene.world().start();
    write(scene.world().log, 4, 'tally-2');
    write(scene.world().log, 1, 'tally-1');
    write(scene.world().log, 1, 'tally-2');
    await applied();
    // Applied rows of the stream stay; later foreign events in it do not count.
    const counted = scene.world().log.events.filter(({ stream }, index) => index < before || stream !== 'tally-1');
    expect(await rowsOf(scene.world().pool)).toEqual(expectedRows(tallyProjection(), counted));
  });
});
