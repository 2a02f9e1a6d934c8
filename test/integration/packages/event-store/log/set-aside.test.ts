import { START } from '../../../../../aggregates/events';
import { openLogStore } from '../../../../../infra/event-store/log/log-store';
import { BATCH_LIMITS, createPool } from '../../../../../infra/postgres/pool';
import { setLogAside } from '../../../../../packages/event-store/log/set-aside';
import { watermarks } from '../../../../../packages/testing/src/contracts/event-store/watermarks';
import { silent } from '../../../../infra/projections/fixture';
import { ownDatabase } from '../../../infra/event-store/served-store';

const NOW = '2026-11-20T12:00:00.000Z';

describe('the log of an earlier run in the database', () => {
  test('keeps its events under another name, while the new log starts empty', async () => {
    const { databaseUrl, drop } = await ownDatabase();
    const pool = createPool(databaseUrl, silent, BATCH_LIMITS);
    try {
      const store = openLogStore({ databaseUrl, logger: silent });
      await store.append('watcher-one', 'no_stream', watermarks(3));
      await store.close();
      expect(await setLogAside(pool, NOW)).toBe('event_store_until_20261120120000000');
      expect(await setLogAside(pool, NOW)).toBeNull();
      const kept = await pool.query('SELECT stream FROM event_store_until_20261120120000000.events');
      expect(kept.rows).toEqual([{ stream: 'watcher-one' }]);
      const again = openLogStore({ databaseUrl, logger: silent });
      const begun = await again.append('watcher-one', 'no_stream', watermarks(1));
      await again.close();
      expect(begun).toMatchObject({ outcome: 'appended', revision: 0 });
    } finally {
      await pool.end();
      await drop();
    }
  });

  test('is not kept when it was never used', async () => {
    const { databaseUrl, drop } = await ownDatabase();
    const pool = createPool(databaseUrl, silent, BATCH_LIMITS);
    const store = openLogStore({ databaseUrl, logger: silent });
    try {
      await store.connect();
      expect(await setLogAside(pool, NOW)).toBeNull();
      for await (const event of store.readAll(START)) throw new Error(`${event.id} is in an empty log`);
    } finally {
      await store.close();
      await pool.end();
      await drop();
    }
  });
});
