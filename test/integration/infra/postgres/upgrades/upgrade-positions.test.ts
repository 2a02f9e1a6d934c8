import { pino } from 'pino';
import { migrate } from '../../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../../infra/postgres/pool';
import { serviceMigrations } from '../../../../../src/bin/stores/prepared-database';
import { testDatabase } from '../../../../stores/postgres';

test('positions of an earlier version become integers with the same value', async () => {
  const database = await testDatabase();
  const pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  try {
    await migrate(pool, serviceMigrations());
    // As the version before left it.
    await pool.query(`ALTER TABLE lastro.links ALTER COLUMN position_commit TYPE numeric(38, 0);
      DROP TABLE lastro.feed_places;
      DROP TRIGGER in_the_feed ON lastro.webhook_outbox;
      DELETE FROM lastro.migrations WHERE name = 'infra/webhooks/feed-places.sql';
      ALTER TABLE lastro.webhook_outbox ALTER COLUMN position_commit TYPE numeric(38, 0),
        ALTER COLUMN position_prepare TYPE numeric(38, 0);
      CREATE INDEX webhook_outbox_by_partner ON lastro.webhook_outbox (partner_id, mode, position_commit);
      INSERT INTO lastro.links VALUES ('l', 'p', 'live', '{}', 1, 1, NULL, 9223372036854775807, now(), now(), NULL);
      INSERT INTO lastro.webhook_outbox VALUES ('d', 'e', 'p', 'live', 'X', 'i', '{}', NULL, 'UNSENT', 70, 71, now(), NULL);
      UPDATE lastro.migrations SET sha256 = '' WHERE name LIKE 'read-models/%'`);
    await migrate(pool, serviceMigrations());
    const text = `SELECT l.position_commit AS link, pg_typeof(l.position_commit)::text AS type,
        o.position_commit AS commit, o.position_prepare AS prepare,
        to_regclass('lastro.webhook_outbox_by_partner') IS NULL AS gone
      FROM lastro.links l, lastro.webhook_outbox o`;
    expect((await pool.query(text)).rows).toEqual([
      { link: '9223372036854775807', type: 'bigint', commit: '70', prepare: '71', gone: true },
    ]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
