import { rejection } from '../../aggregates/rejection';
import { streamFault } from '../../aggregates/stream-fault';
import type { NetworkLook } from '../../commands/watching/watch-network';
import type { NetworkSettings } from '../../infra/catalog/networks';
import { silence } from '../../infra/event-store/client/client-errors';
import { createRecovery } from '../../infra/readiness/recovery';
import {
  keepLooking,
  startWatcher,
  type Watcher,
  type WatcherDeps,
  type WatcherState,
} from '../../src/bin/running/watchers';
import { isWorkHeldByStore } from '../../src/bin/stores/store-away';

const FAILURES = 8;

let watcher: Watcher;

/** Looks that fail so, each of which is followed by `then`; answers the healths that were shown, and the lines. */
const watched = async (error: Error, then: (state: WatcherState) => void, recovery = createRecovery()) => {
  const lines: unknown[] = [];
  const state: WatcherState = { health: { ok: false, detail: 'starting' }, stopping: new AbortController() };
  const healths: unknown[] = [];
  const look = async (): Promise<NetworkLook> => {
    healths.push(state.health);
    if (healths.length === FAILURES) state.stopping.abort();
    setImmediate(() => then(state));
    throw error;
  };
  const logger = { warn: (fields: unknown) => void lines.push(fields) };
  const ended = keepLooking(
    { look, logger, onRecovery: recovery.onRecovery },
    { name: 'polygon', pollIntervalMs: 1 },
    state,
  );
  await jest.advanceTimersByTimeAsync(FAILURES);
  await ended;
  return { healths: healths.slice(1), lines };
};

const HELD = { ok: false, detail: 'waits for the stores', waitsForStore: true };

// Only the bell ends a wait: time stands still.
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([
  ['the event store', silence(1_250)],
  ['the database', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['what a command needs', rejection('SERVICE_UNAVAILABLE', 'The ledger is busy or unreachable')],
])('logs one line while it waits for %s, and looks again at the news of the recovery', async (_what, error) => {
  const recovery = createRecovery();
  const { healths, lines } = await watched(error, recovery.announce, recovery);
  expect(healths).toEqual(Array(FAILURES - 1).fill(HELD));
  expect(lines).toEqual([{ network: 'polygon', err: error }]);
});

test('never counts a node as a store, for any kind of failure', async () => {
  const node = Object.assign(new Error('polygon.example: ECONNREFUSED'), { name: 'NodeError', code: 'ECONNREFUSED' });
  expect((await watched(node, (state) => state.stopping.abort())).healths).toEqual([]);
  const state: WatcherState = { health: { ok: false, detail: 'starting' }, stopping: new AbortController() };
  const look = () => Promise.reject(node);
  const logger = { warn: () => state.stopping.abort() };
  await keepLooking({ look, logger }, { name: 'polygon', pollIntervalMs: 1 }, state);
  expect(state.health).toEqual({ ok: false, detail: 'the last scan failed; see the log' });
});

test('ends immediately when it is stopped while it waits for a store', async () => {
  expect((await watched(silence(1_250), (state) => state.stopping.abort())).healths).toEqual([]);
});

test('announces a recovery to the remaining listeners', () => {
  const recovery = createRecovery();
  const told: string[] = [];
  const forget = recovery.onRecovery(() => void told.push('first'));
  recovery.onRecovery(() => void told.push('second'));
  recovery.announce();
  forget();
  recovery.announce();
  expect(told).toEqual(['first', 'second', 'second']);
});

test('waits, with its own check, for stores that are not known to belong together', async () => {
  const close = async (): Promise<void> => undefined;
  const asked: string[] = [];
  const told = new Promise<void>((resolve) => {
    const deps = {
      createChainReader: async () => ({ close, heads: () => asked.push('heads') }),
      ...{ ports: { catalog: {}, settings: {} }, mayLook: () => false },
      logger: { warn: () => resolve(), error: () => resolve() },
    } as unknown as WatcherDeps;
    watcher = startWatcher(deps, { name: 'polygon', pollIntervalMs: 1 } as NetworkSettings);
  });
  await told;
  await watcher.stop();
  expect([watcher.health(), asked]).toEqual([HELD, []]);
});

test.each([
  ['a store', true, silence(1_250)],
  ['a command that a store held up', true, rejection('SERVICE_UNAVAILABLE', 'The ledger is busy or unreachable')],
  ['a command that refuses', false, rejection('NOT_FOUND', 'no such intent')],
  ['one damaged stream', false, streamFault('cashout-1', 'GONE', 'somebody deleted it')],
  ['a node', false, Object.assign(new Error('14 UNAVAILABLE'), { name: 'NodeError', code: 14 })],
  ['a fault of ours', false, new TypeError('undefined is not a function')],
])('decides for %s if work is held up: %p', (_what, isHeld, error) => {
  expect(isWorkHeldByStore(error)).toBe(isHeld);
});
