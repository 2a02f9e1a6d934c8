import { readinessOf } from '../../src/bin/health/readiness';
import type { WatcherHealth } from '../../src/bin/running/watchers';
import type { Workers } from '../../src/bin/running/workers';
import { type OutlookWorld, outlookWorld, type SetStores } from '../doubles/stores-health';

const takingAll = { isStopping: () => false, secondsRefused: async () => 0 };

const over = (world: OutlookWorld, workers: Workers | null = null) => {
  const { storesHealth, adapters } = world;
  const readiness = readinessOf(adapters, workers, { ...takingAll, storesHealth });
  /** After so long, with the stores set so. */
  const later = async (ms: number, changes: Partial<SetStores> = {}) => {
    Object.assign(world.set, changes);
    world.set.nowMs += ms;
    return readiness();
  };
  return { readiness, later };
};

const WRONG = { is: 'WRONG', refusal: { because: 'LEDGER_ABSENT', words: 'the log has no ledger ledger1' } };

describe('the first readiness of a process', () => {
  const behind = { head: 9, events: [5, 7], positions: { accounts: 5, payouts: 5 } };

  test('starts when the doors have the events from before the start, and names other late projections', async () => {
    const { later } = over(outlookWorld(behind));
    const first = await later(0);
    expect([first.ready, first.checks['projections']?.detail]).toEqual([false, 'not caught up: accounts, payouts']);
    const open = await later(100, { positions: { accounts: 7, payouts: 5 } });
    expect([open.ready, open.checks['projections']?.detail]).toEqual([true, 'not caught up: payouts']);
    const all = await later(100, { positions: { accounts: 9, payouts: 9 } });
    expect([all.ready, all.checks['projections']]).toEqual([true, { ok: true, detail: 'applied' }]);
  });

  test('ignores events after the start, and starts at once with no event of ours in the log', async () => {
    const { later } = over(outlookWorld(behind));
    expect((await later(0)).ready).toBe(false);
    const open = await later(100, { head: 30, events: [5, 7, 12], positions: { accounts: 7, payouts: 7 } });
    expect([open.ready, open.checks['projections']?.ok]).toEqual([true, true]);
    expect((await over(outlookWorld({ head: 9 })).later(0)).ready).toBe(true);
  });

  test('starts at once when the stores answer', async () => {
    for (const gone of [{ head: null }, { isDatabaseAway: true }]) {
      const { later } = over(outlookWorld(gone));
      const { ready, checks } = await later(0);
      expect([ready, checks['projections']?.detail]).toEqual([false, 'not caught up: accounts, payouts']);
    }
  });
});

describe.each([
  ['database', { isDatabaseAway: true }, { isDatabaseAway: false }],
  ['eventStore', { head: null }, { head: 1 }],
] as const)('without its %s', (store, gone, back) => {
  test('keeps a ready process ready for 20 s, and again from the first answer', async () => {
    const { later } = over(outlookWorld());
    expect((await later(0)).ready).toBe(true);
    expect((await later(1_000, gone)).checks[store]).toEqual({ ok: false, detail: 'away' });
    expect((await later(19_999)).ready).toBe(true);
    expect((await later(1)).ready).toBe(false);
    expect((await later(60_000)).ready).toBe(false);
    const again = await later(0, back);
    expect([again.ready, again.checks[store]]).toEqual([true, { ok: true, detail: 'answers' }]);
    // The patience is for each outage.
    await later(1_000, gone);
    expect((await later(19_999)).ready).toBe(true);
  });

  test('logs two lines for any number of questions: the end with its length', async () => {
    const world = outlookWorld();
    const { later } = over(world);
    await later(0);
    for (let look = 0; look < 5; look += 1) await later(1_000, gone);
    await later(7_000, back);
    await later(1_000);
    expect(world.lines).toEqual([
      [{ outage: store }, 'an outage has begun'],
      [{ outage: store, lastedMs: 11_000 }, 'an outage is over'],
    ]);
  });
});

describe('a projection that does not advance for 20 s while events of ours arrive', () => {
  const applied = { head: 9, events: [9], positions: { accounts: 9, payouts: 9 } };
  const more = { head: 12, events: [9, 12] };

  test.each([
    ['payouts', true],
    ['accounts', false],
  ])('is named in every process (%s), and the process stays ready: %p', async (name, ready) => {
    const { later } = over(outlookWorld(applied));
    await later(0);
    const moved = name === 'payouts' ? { accounts: 12, payouts: 9 } : { accounts: 9, payouts: 12 };
    await later(10_000, { ...more, positions: moved });
    expect((await later(19_999)).checks['projections']).toEqual({ ok: true, detail: 'applied' });
    const standing = await later(1);
    expect([standing.ready, standing.checks['projections']?.detail]).toEqual([ready, `standing: ${name}`]);
    const again = await later(0, { positions: { accounts: 12, payouts: 12 } });
    expect([again.ready, again.checks['projections']?.ok]).toEqual([true, true]);
  });

  test('is not reported while it advances, at any lag', async () => {
    const { later } = over(outlookWorld({ head: 9, events: [9], positions: { accounts: 9, payouts: 9 } }));
    await later(0);
    await later(0, { head: 900, events: [900] });
    for (let place = 10; place < 30; place += 1) {
      const { checks } = await later(15_000, { positions: { accounts: place, payouts: place } });
      expect(checks['projections']?.ok).toBe(true);
    }
  });

  test('is not reported without events of its own, because it reads the log only rarely', async () => {
    const world = outlookWorld(applied);
    const { later } = over(world);
    await later(0);
    for (let second = 1; second <= 60; second += 1) {
      const { ready, checks } = await later(1_000, { head: 9 + second });
      expect([ready, checks['projections']?.ok]).toEqual([true, true]);
    }
    expect(world.proofs).toHaveLength(12);
  });
});

test('ends the readiness at once for a wrong pair, and names both sides', async () => {
  const world = outlookWorld();
  const { later } = over(world);
  expect((await later(0)).ready).toBe(true);
  Object.assign(world.adapters.pair, { standing: () => WRONG });
  const { ready, checks } = await later(1);
  expect([ready, checks['pair']]).toEqual([false, { ok: false, detail: expect.stringContaining('ledger1') as string }]);
});

test.each([
  ['waits for a store', { ok: false, detail: 'a store is away', waitsForStore: true }, true],
  ['cannot see its network', { ok: false, detail: 'the last scan failed; see the log' }, false],
] as const)('reports a watcher that %s', async (_what, health: WatcherHealth, ready) => {
  const status = () => ({ isLeading: true, isFollowing: true, error: null, over: null, projections: [] });
  const workers = { watchers: [{ network: 'polygon', health: () => health }], projector: { status } };
  const looked = await over(outlookWorld(), workers as unknown as Workers).later(0);
  const { detail } = health;
  expect([looked.ready, looked.checks['network:polygon']]).toEqual([ready, { ok: false, detail }]);
});

test('names a subscription that is interrupted or not yet at the end of the log', async () => {
  const status = { isLeading: true, isFollowing: false, error: null, over: null, projections: [] };
  const { later } = over(outlookWorld(), { watchers: [], projector: { status: () => status } } as unknown as Workers);
  const cut = await later(0);
  expect([cut.ready, cut.checks['projections']?.detail]).toEqual([
    true,
    'the subscription is not at the end of the log',
  ]);
  Object.assign(status, { isFollowing: true });
  expect((await later(0)).checks['projections']).toEqual({ ok: true, detail: 'following' });
});
