import { createMemoryEventStore } from '../../infra/event-store/memory';
import { watermark } from '../../packages/testing/src/contracts/event-store/watermarks';
import { tellingLargeAppends } from '../../src/bin/stores/large-appends';
import { isStoreAway, isWorkHeldByStore } from '../../src/bin/stores/store-away';
import { problemOf } from '../../src/http/problems';
import { core } from '../core';

const HUGE = [watermark('9'.repeat(1_048_576))];

const errorOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('it was written'),
    (error: unknown) => error as Error,
  );

test('reports a too large append as our own fault: an alert, not an outage', async () => {
  const { alert, alerts } = core();
  const store = tellingLargeAppends(createMemoryEventStore(), alert);
  const error = await errorOf(store.append('user-u1', 'no_stream', HUGE));
  expect(error.message).toMatch(/^The append to user-u1 has \d{7} bytes; the maximum is 1048576$/);
  const facts = { stream: 'user-u1', error: error.message };
  expect(alerts).toEqual([{ what: 'A write to the log is too large', facts }]);
  expect([isStoreAway(error), isWorkHeldByStore(error)]).toEqual([false, false]);
  const { status, headers } = problemOf(error, 'r1', isStoreAway);
  expect([status, headers]).toEqual([500, {}]);
});
