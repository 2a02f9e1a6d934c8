import { pino } from 'pino';
import { migrate } from '../../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../../infra/postgres/pool';
import { serviceMigrations } from '../../../../../src/bin/stores/prepared-database';
import { testDatabase } from '../../../../stores/postgres';

const row = (id: string, commit: number, prepare = commit): string =>
  `('${id}', 'e-${id}', 'p', 'live', 'X', 'i', '{}', NULL, 'UNSENT', ${commit}, ${prepare}, now(), NULL)`;

test('keeps the order of an earlier version in the feed, and adds later items at the end', async () => {
  const database = await testDatabase();
  const pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  const feed = async (): Promise<readonly string[]> => {
    const text = 'SELECT delivery_id AS id FROM lastro.feed_places ORDER BY place';
    return (await pool.query<{ id: string }>(text)).rows.map(({ id }) => id);
  };
  try {
    await migrate(pool, serviceMigrations());
    // As the version before left it.
    await pool.query(`DROP TRIGGER in_the_feed ON lastro.webhook_outbox; DROP FUNCTION lastro.give_feed_places, lastro.give_feed_places_to;
      DROP TABLE lastro.feed_places, lastro.feed_cursors;
      INSERT INTO lastro.webhook_outbox VALUES ${[row('c', 30), row('a', 10), row('b2', 20, 21), row('b', 20)].join()};
      DELETE FROM lastro.migrations WHERE name = 'infra/webhooks/feed-places.sql';
      UPDATE lastro.migrations SET sha256 = '' WHERE name LIKE 'read-models/%'`);
    await migrate(pool, serviceMigrations());
    expect(await feed()).toEqual(['a', 'b', 'b2', 'c']);
    await pool.query(`INSERT INTO lastro.webhook_outbox VALUES ${[row('e', 50), row('d', 5)].join()}`);
    expect(await feed()).toEqual(['a', 'b', 'b2', 'c', 'd', 'e']);
    expect(await migrate(pool, serviceMigrations())).toEqual(['the role lastro_api', 'the role lastro_ops']);
  } finally {
    await pool.end();
    await database.drop();
  }
});
