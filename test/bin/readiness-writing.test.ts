import { readinessOf } from '../../src/bin/health/readiness';
import { outlookWorld, type SetStores } from '../doubles/stores-health';

const takingAll = { isStopping: () => false, secondsRefused: async () => 0 };

describe('a failure of writes', () => {
  const unanswered = async () => ({ outcome: 'unknown', cause: 'no answer' }) as const;
  const refused = () => Promise.reject(Object.assign(new Error('denied'), { code: 7 }));
  const written = async () => ({ outcome: 'appended', revision: 0, position: { commit: 1n, prepare: 1n } }) as const;
  const late = async () => ({ outcome: 'wrong_revision' }) as const;

  const writing = () => {
    const world = outlookWorld({ head: 9, positions: { accounts: 9, payouts: 9 } });
    const readiness = readinessOf(world.adapters, null, { ...takingAll, storesHealth: world.storesHealth });
    /** The readiness `ms` later, with these changes of the stores. */
    const later = async (ms: number, changes: Partial<SetStores> = {}) => {
      Object.assign(world.set, changes);
      world.set.nowMs += ms;
      return readiness();
    };
    const append = async (answer: Parameters<typeof world.writes.watch>[0]) =>
      world.writes
        .watch(answer)('user-u1', 0, [])
        .catch(() => undefined);
    return { world, later, append };
  };

  test.each([
    ['does not answer', unanswered, 'the event store does not answer appends'],
    ['refuses', refused, 'the event store refuses appends'],
  ])('is named at once when a store %s, and ends the readiness after 20 s', async (_how, append, detail) => {
    const scene = writing();
    await scene.later(0);
    await scene.append(append);
    const first = await scene.later(19_999);
    expect([first.ready, first.checks['writing']]).toEqual([true, { ok: false, detail }]);
    await scene.append(append);
    expect((await scene.later(0)).ready).toBe(true);
    scene.world.set.nowMs += 1;
    await scene.append(append);
    expect((await scene.later(0)).ready).toBe(false);
  });

  test.each([
    ['an append is acknowledged', ({ append }: ReturnType<typeof writing>) => append(written), 0],
    ['the log has grown since, whoever wrote', async () => undefined, 1],
  ])('until %s', async (_what, prove, grows) => {
    const scene = writing();
    await scene.later(0);
    await scene.append(unanswered);
    // An event from before the append is no proof.
    expect((await scene.later(1_000, { head: 10, positions: { accounts: 10, payouts: 10 } })).checks).toHaveProperty(
      'writing',
    );
    await prove(scene);
    const { checks } = await scene.later(1_000, { head: 10 + grows });
    expect(Object.keys(checks)).not.toContain('writing');
    expect(scene.world.lines.map(([fields]) => fields)).toEqual([
      { outage: 'writing' },
      { outage: 'writing', lastedMs: 1_000 },
    ]);
  });

  test('continues after the refusal of a wrong revision, which a leader without followers can give', async () => {
    const scene = writing();
    await scene.append(unanswered);
    await scene.append(late);
    expect((await scene.later(1_000)).checks).toHaveProperty('writing');
  });
});
