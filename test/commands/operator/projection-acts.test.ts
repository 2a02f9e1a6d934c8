import { cancelRebuildBy, replayParkedBy } from '../../../commands/operator/console/projection-acts';
import { createMemoryEventStore } from '../../../infra/event-store/memory';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';
import { asking, eventsOf } from '../../core';

const STREAM = 'console-ana:2026-11-20';
const context = asking('act', { actor: { kind: 'operator', id: 'ana' } });

let deps: {
  readonly eventStore: ReturnType<typeof createMemoryEventStore>;
  readonly clock: ReturnType<typeof manualClock>;
};
beforeEach(() => {
  deps = { eventStore: createMemoryEventStore(), clock: manualClock() };
});

test('records the operator of a replay, with the streams that stay parked', async () => {
  const streams = [{ error: null }, { error: 'again' }];
  expect(await replayParkedBy(deps, async () => streams)('payments', context)).toBe(streams);
  const data = { operatorName: 'ana', projection: 'payments', streams: 2, failed: 1, replayedAt: deps.clock.iso() };
  expect(await eventsOf(deps.eventStore, STREAM)).toEqual([{ type: 'ParkedStreamsReplayed', data }]);
});

test('records no replay of nothing, and no cancel without a rebuild', async () => {
  expect(await replayParkedBy(deps, async () => [])('payments', context)).toEqual([]);
  expect(await cancelRebuildBy(deps, async () => false)('payments', context)).toBe(false);
  expect(await eventsOf(deps.eventStore, STREAM)).toEqual([]);
});

test('records the operator of a cancelled rebuild once for a repeated request', async () => {
  const cancel = cancelRebuildBy(deps, async () => true);
  expect([await cancel('payments', context), await cancel('payments', context)]).toEqual([true, true]);
  const data = { operatorName: 'ana', projection: 'payments', cancelledAt: deps.clock.iso() };
  expect(await eventsOf(deps.eventStore, STREAM)).toEqual([{ type: 'RebuildCancelled', data }]);
});
