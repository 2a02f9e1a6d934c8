CREATE SCHEMA IF NOT EXISTS lastro;
-- The order of the partners' pull feed: a number at the first application, kept by delivery id and touched by no rebuild,
-- so that a cursor means the same over rebuilds, replays and stores. Who applies holds the projection's checkpoint, so
-- that numbers are given in the order in which they can be read. The position is that of the first application, too.
CREATE TABLE IF NOT EXISTS lastro.feed_places (
  delivery_id text PRIMARY KEY,
  partner_id text NOT NULL,
  mode text NOT NULL,
  position_commit bigint NOT NULL,
  position_prepare bigint NOT NULL,
  place bigint NOT NULL GENERATED ALWAYS AS IDENTITY
);
CREATE UNIQUE INDEX IF NOT EXISTS feed_places_in_order ON lastro.feed_places (partner_id, mode, place);
CREATE INDEX IF NOT EXISTS feed_places_by_position
  ON lastro.feed_places (partner_id, mode, position_commit, position_prepare) INCLUDE (place);

-- The second wall: what a reader has not said it reads for, it does not see. A user id of '*' is the partner itself.
GRANT SELECT ON lastro.feed_places TO lastro_api;
ALTER TABLE lastro.feed_places ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.feed_places;
CREATE POLICY tenant ON lastro.feed_places FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND mode = current_setting('app.mode', true)
  AND current_setting('app.user_id', true) = '*'
);

-- Cursors of the first version are positions of the event store: good until a known notification has another position,
-- as it has in every other store.
CREATE TABLE IF NOT EXISTS lastro.feed_cursors (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  positions_hold boolean NOT NULL
);
INSERT INTO lastro.feed_cursors (positions_hold) VALUES (true) ON CONFLICT DO NOTHING;

-- For the rows that a statement adds.
CREATE OR REPLACE FUNCTION lastro.give_feed_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE lastro.feed_cursors SET positions_hold = false WHERE positions_hold AND EXISTS (
    SELECT FROM added JOIN lastro.feed_places known USING (delivery_id)
    WHERE (added.position_commit, added.position_prepare) <> (known.position_commit, known.position_prepare));
  INSERT INTO lastro.feed_places (delivery_id, partner_id, mode, position_commit, position_prepare)
    SELECT delivery_id, partner_id, mode, position_commit, position_prepare
    FROM added ORDER BY position_commit, position_prepare
    ON CONFLICT (delivery_id) DO NOTHING;
  RETURN NULL;
END $$;

-- For all rows of a table: those of an earlier version, and those that only a rebuild found.
CREATE OR REPLACE FUNCTION lastro.give_feed_places_to(outbox regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE lastro.feed_cursors SET positions_hold = false WHERE positions_hold AND EXISTS (
    SELECT FROM %s added JOIN lastro.feed_places known USING (delivery_id)
    WHERE (added.position_commit, added.position_prepare) <> (known.position_commit, known.position_prepare))', outbox);
  EXECUTE format('INSERT INTO lastro.feed_places (delivery_id, partner_id, mode, position_commit, position_prepare)
    SELECT delivery_id, partner_id, mode, position_commit, position_prepare FROM %s added
    WHERE NOT EXISTS (SELECT FROM lastro.feed_places known WHERE known.delivery_id = added.delivery_id)
    ORDER BY position_commit, position_prepare', outbox);
END $$;
