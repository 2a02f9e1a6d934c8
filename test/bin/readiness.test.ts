import { START } from '../../aggregates/events';
import type { Adapters } from '../../src/bin/adapters';
import { readinessOf } from '../../src/bin/readiness';
import type { Workers } from '../../src/bin/workers';

const adapters = {
  redis: null,
  ports: { query: async () => [], eventStore: { head: async () => START } },
} as unknown as Adapters;

const readyWith = (error: string | null, laneErrors: Readonly<Record<string, string | null>>) => {
  const projections = Object.entries(laneErrors).map(([name, laneError]) => ({ name, error: laneError }));
  const workers = { watchers: [], projector: { status: () => ({ isLeading: true, error, projections }) } };
  return readinessOf(adapters, workers as unknown as Workers, () => false)();
};

describe('Readiness', () => {
  test('is given while every projection advances', async () => {
    const { ready, checks } = await readyWith(null, { accounts: null, deposits: null });
    expect([ready, checks['projections']]).toEqual([true, { ok: true, detail: 'following' }]);
  });

  test('names the projections that do not advance, and tells no more of why', async () => {
    const { ready, checks } = await readyWith(null, { accounts: 'column "x" does not exist', deposits: null });
    expect([ready, checks['projections']]).toEqual([false, { ok: false, detail: 'not advancing: accounts' }]);
  });

  test('is refused while nothing is followed', async () => {
    const { ready, checks } = await readyWith('the connection has ended', {});
    expect([ready, checks['projections']]).toEqual([false, { ok: false, detail: 'not following' }]);
  });
});
