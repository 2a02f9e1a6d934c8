import { clockOf } from '../../../../../infra/clock';
import type { Projector } from '../../../../../infra/projections/live/projector';
import { projectionStatus } from '../../../../../infra/projections/waiting/status';
import { ALWAYS_BOUND } from '../../../../doubles/bound';
import { createEventLog, type EventLog } from '../../../../infra/projections/event-log';
import { expectedRows, rowsOf } from '../../../../infra/projections/fixture';
import { tallyProjection } from '../../../../infra/projections/tallies';
import { until, useWorld, write } from './scene';

const scene = useWorld();
const { applied, projected, limits, consideredOf, eventAt } = scene;

describe('a checkpoint', () => {
  test('names the last event of ours, even when the projection ignores it', async () => {
    await projected(20);
    expect(await consideredOf()).toEqual(eventAt(19));
    expect(await consideredOf('quiet')).toEqual(eventAt(19));
  });

  test('names no event before the first of ours', async () => {
    const projector = scene.world().start();
    await until(() => projector.status().isLeading);
    expect([await consideredOf(), await consideredOf('quiet')]).toEqual(['START', 'START']);
  });

  test('starts at the event of its name when its position is too high', async () => {
    await projected(3);
    const { commit, prepare } = eventAt(1).position;
    await scene.world().pool.query(
      `UPDATE lastro.named_checkpoints SET stream = 'tally-1', revision = 1, event_id = $1,
      event_commit = $2, event_prepare = $3 WHERE projection = 'quiet'`,
      [eventAt(1).id, `${commit}`, `${prepare}`],
    );
    const after: unknown[] = [];
    const subscribe: EventLog['subscribe'] = (from, ...rest) => {
      after.push(from);
      return scene.world().log.subscribe(from, ...rest);
    };
    const projector = scene.world().start({ eventStore: { ...scene.world().log, subscribe } });
    await until(() => projector.status().isLeading && after.length > 0);
    expect(after).toEqual([eventAt(1).position]);
    // Waiters and status reports go by the position.
    const clock = clockOf(() => 0);
    const status = await projectionStatus({ ...scene.world().options, eventStore: scene.world().log, clock });
    expect(status.map(({ name, caughtUp }) => [name, caughtUp])).toEqual([
      ['tallies', true],
      ['quiet', true],
    ]);
  });
});

describe('a projector over another log than that of its rows', () => {
  const startOver = (log: EventLog): Projector => scene.world().start({ eventStore: log, limits: limits() });
  const isOver = (projector: Projector) => until(() => projector.status().over !== null);

  const expectUntouched = async (): Promise<void> => {
    expect(await rowsOf(scene.world().pool)).toEqual(expectedRows(tallyProjection(), scene.world().log.events));
    expect(await consideredOf()).toEqual(eventAt(scene.world().log.events.length - 1));
  };

  test('stops for good on an older copy, and names both sides', async () => {
    await projected(20);
    const older = { ...createEventLog(), ...scene.world().log };
    const events = scene.world().log.events.slice(0, 12);
    Object.assign(older, {
      recordAt: async () => null,
      head: async () => events.at(-1)!.position,
    });
    const doubts: string[] = [];
    const tenure = { ...ALWAYS_BOUND, doubt: () => void doubts.push('doubt') };
    const projector = scene.world().start({ eventStore: older, limits: limits(), tenure });
    await isOver(projector);
    // The doubt about the pair is raised before the second look.
    expect(doubts).toHaveLength(1);
    const { id, position } = eventAt(19);
    const [place, head] = [`${position.commit}/${position.prepare}`, `${events[11]!.position.commit}/`];
    expect(projector.status()).toMatchObject({ isLeading: false, projections: [] });
    expect(projector.status().error).toContain(`had considered tally-1@19 (event ${id}) at ${place}`);
    expect(projector.status().error).toContain(`its head is ${head}`);
    expect(projector.status().over).toContain(`had considered an event at ${place}`);
    expect(projector.status().over).not.toContain('tally-');
    await expectUntouched();
  });

  test('stops for good on an emptied log, and on a longer foreign one', async () => {
    await projected(5);
    for (const count of [0, 40]) {
      const other = createEventLog();
      write(other, count, 'tally-9');
      const projector = startOver(other);
      await isOver(projector);
      await projector.stop();
    }
    await expectUntouched();
  });

  test('checks a wrong log twice, and follows it when it is right by then', async () => {
    await projected(5);
    let looks = 0;
    const recordAt: EventLog['recordAt'] = (position) => {
      looks += 1;
      return looks <= 1 ? Promise.resolve(null) : scene.world().log.recordAt(position);
    };
    const projector = startOver({ ...scene.world().log, recordAt });
    write(scene.world().log, 5);
    await applied();
    expect(projector.status()).toMatchObject({ isLeading: true, error: null, over: null });
    expect(looks).toBeGreaterThan(1);
  });

  test('asks again while the store does not answer', async () => {
    await projected(5);
    let refusals = 3;
    const recordAt: EventLog['recordAt'] = (position) => {
      refusals -= 1;
      return refusals >= 0 ? Promise.reject(new Error('away')) : scene.world().log.recordAt(position);
    };
    const projector = startOver({ ...scene.world().log, recordAt });
    write(scene.world().log, 5);
    await applied();
    expect(projector.status().over).toBeNull();
  });

  test('applies nothing of a log that replaced its own, after the subscription was interrupted', async () => {
    await projected(10);
    const projector = scene.world().start({ limits: limits() });
    write(scene.world().log, 5);
    await applied();
    const before = await rowsOf(scene.world().pool);
    scene.world().log.restore(8);
    // The other history passes the checkpoint before the next look.
    write(scene.world().log, 20, 'tally-7');
    scene.world().log.cut();
    await isOver(projector);
    expect(await rowsOf(scene.world().pool)).toEqual(before);
  });

  test('notices without new events that the log ends before the checkpoint', async () => {
    await projected(10);
    const projector = scene.world().start({ limits: { ...limits(), silenceMs: 20 } });
    await until(() => projector.status().isLeading);
    scene.world().log.restore(8);
    await isOver(projector);
  });

  test('applies nothing twice after a subscription over the same log was cut', async () => {
    await projected(10);
    scene.world().start();
    for (let round = 0; round < 5; round += 1) {
      write(scene.world().log, 5);
      scene.world().log.cut();
    }
    await applied();
    expect(await rowsOf(scene.world().pool)).toEqual(expectedRows(tallyProjection(), scene.world().log.events));
  });
});
