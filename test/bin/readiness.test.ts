import { readinessOf } from '../../src/bin/health/readiness';
import type { Workers } from '../../src/bin/running/workers';
import type { Adapters } from '../../src/bin/wiring/adapters';
import { outlookWorld } from '../doubles/stores-health';

const { adapters, storesHealth } = outlookWorld();

const takingAll = { isStopping: () => false, secondsRefused: async () => 0, storesHealth };

const readyWith = (
  error: string | null,
  laneErrors: Readonly<Record<string, string | null>>,
  over: string | null = null,
) => {
  const projections = Object.entries(laneErrors).map(([name, laneError]) => ({ name, error: laneError }));
  const status = () => ({ isLeading: true, isFollowing: true, error, over, projections });
  const workers = { watchers: [], projector: { status } };
  return readinessOf(adapters, workers as unknown as Workers, takingAll)();
};

describe('Readiness', () => {
  test('is given while every projection advances', async () => {
    const { ready, checks } = await readyWith(null, { accounts: null, deposits: null });
    expect([ready, checks['projections']]).toEqual([true, { ok: true, detail: 'following' }]);
  });

  test('names the projections that do not advance, without the cause', async () => {
    const { ready, checks } = await readyWith(null, { accounts: 'column "x" does not exist', deposits: null });
    expect([ready, checks['projections']]).toEqual([true, { ok: false, detail: 'not advancing: accounts' }]);
  });

  test('reports that it follows no events, and stays ready by the checkpoints', async () => {
    const { ready, checks } = await readyWith('the connection has ended', {});
    expect([ready, checks['projections']]).toEqual([true, { ok: false, detail: 'not following' }]);
  });

  test('reports for a stopped projector the contradiction of the log', async () => {
    const told = 'payouts had considered an event at 7/7, where the event store has none; it ends at 5/5';
    const { ready, checks } = await readyWith('Projection payouts had considered cashout-1@0', {}, told);
    expect([ready, checks['projections']]).toEqual([false, { ok: false, detail: `stopped: ${told}` }]);
  });
});

const withParked = (...streams: readonly (readonly [string, string])[]) => {
  const total = `${streams.length}`;
  const rows = streams.slice(0, 5).map(([projection, stream]) => ({ projection, stream, total }));
  const parking = { ...adapters, ports: { ...adapters.ports, query: async () => rows } } as unknown as Adapters;
  return readinessOf(parking, null, takingAll)();
};

describe('parked streams', () => {
  test('are named, and keep the process ready', async () => {
    const { ready, checks } = await withParked(['payouts', 'cashout-cid1'], ['deposits', 'deposit-ethereum:0xdd:0']);
    const detail = '2 parked: payouts cashout-cid1, deposits deposit-ethereum:0xdd:0';
    expect([ready, checks['parked']]).toEqual([true, { ok: false, detail }]);
  });

  test('hide the ids of other parties', async () => {
    const { checks } = await withParked(
      ['links', 'link-0123456789abcdef'],
      ['accounts', 'user-u1'],
      ['accounts', 'partner-p1'],
    );
    expect(checks['parked']?.detail).toBe('3 parked: links link-..., accounts user-..., accounts partner-...');
  });
});

describe('Redis', () => {
  const withRedis = (run: () => Promise<unknown>) =>
    readinessOf({ ...adapters, redis: { run } } as unknown as Adapters, null, takingAll)();

  test.each([
    ['away', () => Promise.reject(new Error('redis://:secret@host is not connected'))],
    ['no answer', () => new Promise(() => undefined)],
  ])('fails only its own requests, and is named: %s', async (how, run) => {
    const { ready, checks } = await withRedis(run);
    const detail = `${how}: signed requests and wallet log-ins are refused`;
    expect([ready, checks['redis']]).toEqual([true, { ok: false, detail }]);
  });

  test.each([
    [605, 'refused for 605 s more, until every old nonce has expired'],
    [Number.POSITIVE_INFINITY, 'refused by this process'],
  ])('refuses signed requests after a possible loss of nonces, with the time left: %p', async (left, detail) => {
    const own = { ...takingAll, secondsRefused: async () => left };
    const { ready, checks } = await readinessOf(adapters, null, own)();
    expect([ready, checks['signedRequests']]).toEqual([true, { ok: false, detail }]);
  });

  test.each([
    ['that says nothing', () => new Promise<number>(() => undefined)],
    ['that fails', async () => Promise.reject(new Error('away'))],
    ['that takes all', async () => 0],
  ])('has no check for a store of nonces %s', async (_how, secondsRefused) => {
    const { ready, checks } = await readinessOf(adapters, null, { ...takingAll, secondsRefused })();
    expect([ready, Object.keys(checks)]).toEqual([true, ['service', 'database', 'eventStore', 'projections']]);
  });

  test('refuses nonces when it may evict them', async () => {
    const run = async (work: (client: object, server: object) => Promise<unknown>) =>
      work({ ping: async () => 'PONG' }, { mayEvict: true });
    const { checks } = await withRedis(run as () => Promise<unknown>);
    expect(checks['redis']).toMatchObject({ ok: false });
  });
});
