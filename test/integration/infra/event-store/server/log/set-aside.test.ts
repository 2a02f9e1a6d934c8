import { START } from '../../../../../../aggregates/events';
import { connectEventStore } from '../../../../../../infra/event-store/client/client';
import { startEmbeddedEventStore } from '../../../../../../infra/event-store/embedded';
import { setLogAside } from '../../../../../../infra/event-store/server/log/set-aside';
import { BATCH_LIMITS, createPool } from '../../../../../../infra/postgres/pool';
import { watermarks } from '../../../../../infra/event-store/contract/watermarks';
import { silent } from '../../../../../infra/projections/fixture';
import { openEmbeddedStore } from '../../embedded-store';

const NOW = '2026-11-20T12:00:00.000Z';

describe('E13: the log that an earlier stay left in the embedded store', () => {
  test('is kept under another name, and the store begins anew', async () => {
    const opened = await openEmbeddedStore();
    await opened.store.append('watcher-one', 'no_stream', watermarks(3));
    const { databaseUrl, dataDir, logger } = opened;
    const pool = createPool(opened.databaseUrl, silent, BATCH_LIMITS);
    try {
      await opened.embedded.stop();
      expect(await setLogAside(pool, NOW)).toBe('event_store_until_20261120120000000');
      expect(await setLogAside(pool, NOW)).toBeNull();
      const kept = await pool.query('SELECT stream FROM event_store_until_20261120120000000.events');
      expect(kept.rows).toEqual([{ stream: 'watcher-one' }]);
      const again = await startEmbeddedEventStore({ databaseUrl, dataDir, logger });
      const store = connectEventStore({ connectionString: again.connectionString });
      const begun = await store.append('watcher-one', 'no_stream', watermarks(1));
      await store.close();
      await again.stop();
      expect(begun).toMatchObject({ outcome: 'appended', revision: 0 });
    } finally {
      await pool.end();
      await opened.close();
    }
  });

  test('is none where the store was never used', async () => {
    const opened = await openEmbeddedStore();
    const pool = createPool(opened.databaseUrl, silent, BATCH_LIMITS);
    try {
      expect(await setLogAside(pool, NOW)).toBeNull();
      for await (const event of opened.store.readAll(START)) throw new Error(`${event.id} is in an empty store`);
    } finally {
      await pool.end();
      await opened.close();
    }
  });
});
