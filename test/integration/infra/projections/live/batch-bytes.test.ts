import { Pool } from 'pg';
import type { Position, Recorded } from '../../../../../aggregates/events';
import { nextBatch } from '../../../../../infra/projections/faulty/faults';
import { createLane } from '../../../../../infra/projections/live/lane';
import { DEFAULT_LIMITS } from '../../../../../infra/projections/live/projector-options';
import { silent } from '../../../../infra/projections/fixture';
import { tallyProjection } from '../../../../infra/projections/tallies';

const event = (bytes: number) => ({ data: { text: 'x'.repeat(bytes) } }) as unknown as Recorded;
const limits = { batchEvents: 3, batchBytes: 1_000 };
const sizeOf = (queue: readonly Recorded[]): number => {
  const batch = nextBatch(queue, limits);
  return 'events' in batch ? batch.events.length : -1;
};

test('limits a transaction by events and bytes, with one event at least', () => {
  expect(sizeOf([])).toBe(0);
  expect(sizeOf([1, 1, 1, 1].map(event))).toBe(3);
  expect(sizeOf([600, 600, 600].map(event))).toBe(2);
  expect(sizeOf([5_000, 1].map(event))).toBe(1);
});

test('pauses the log by bytes while a projection stands still', async () => {
  const next: Position = { commit: 1n, prepare: 1n };
  const offered = async (bytes: number): Promise<string> => {
    const lane = createLane({
      ...{ ...DEFAULT_LIMITS, queuedBytes: 1_000, pool: new Pool(), projection: tallyProjection(), logger: silent },
      ...{ onApplied: () => undefined, onParked: () => undefined },
    });
    const queued = [{ ...event(bytes), stream: 'tally-1', position: next }] as unknown as Recorded[];
    const waits = new Promise<string>((resolve) => setImmediate(resolve, 'waits'));
    return Promise.race([lane.offer(queued, next).then(() => 'there is room'), waits]);
  };
  expect(await offered(500)).toBe('there is room');
  expect(await offered(1_000)).toBe('waits');
});
