import { connectEventStore } from '../../../../infra/event-store/client/client';
import { watermarks } from '../../../../packages/testing/src/contracts/event-store/watermarks';

/** Addresses without a listener. */
const NOWHERE = [
  'esdb+discover://127.0.0.1:1?tls=false&maxDiscoverAttempts=2&discoveryInterval=10',
  'esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=2&discoveryInterval=10',
];

describe('a cluster that does not exist', () => {
  it.each(NOWHERE)('is unavailable, and no fault of the process: %s', async (connectionString) => {
    const store = connectEventStore({ connectionString, deadlineMs: 300 });
    expect(await store.append('watcher-1', 'no_stream', watermarks(1))).toMatchObject({ outcome: 'unknown' });
    await expect(store.readStream('watcher-1')).rejects.toThrow();
    await expect(store.head()).rejects.toThrow();
    await store.close();
  });
});
