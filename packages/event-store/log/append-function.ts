/** Events of a stream searched for a repetition without an exact revision. */
const REPETITION_WINDOW = 1_000;

/**
 * Where a repeated append stands in the log; no row for a conflict. Its ids are those that follow the expected revision, or
 * without an exact one (-2 any, -4 stream exists) they are all among the newest of the stream.
 */
const REPETITION = `
CREATE OR REPLACE FUNCTION event_store.repetition(
  asked_stream text, asked_revision bigint, asked_ids uuid[], OUT revision bigint, OUT "position" bigint
) LANGUAGE sql STABLE AS $$
  WITH asked AS (SELECT id, place FROM unnest(asked_ids) WITH ORDINALITY AS asked(id, place)),
  exact AS (
    SELECT e.id, e.revision, e.position, e.revision - asked_revision AS place FROM event_store.events e
    WHERE asked_revision >= -1 AND e.stream = asked_stream AND e.revision > asked_revision
    ORDER BY e.revision LIMIT cardinality(asked_ids)
  ),
  newest AS (
    SELECT e.id, e.revision, e.position FROM event_store.events e
    WHERE asked_revision < -1 AND e.stream = asked_stream ORDER BY e.revision DESC LIMIT ${REPETITION_WINDOW}
  ),
  found AS (
    SELECT a.place, x.revision, x.position FROM asked a JOIN exact x ON x.id = a.id AND x.place = a.place
    UNION ALL
    SELECT a.place, max(n.revision), max(n.position) FROM asked a JOIN newest n ON n.id = a.id GROUP BY a.place
  )
  SELECT max(f.revision) FILTER (WHERE f.place = cardinality(asked_ids)),
    max(f.position) FILTER (WHERE f.place = cardinality(asked_ids))
  FROM found f HAVING count(*) = cardinality(asked_ids) AND count(*) > 0
$$;`;

/** True when the stream has the first id of an append without an exact revision: the append repeats, or conflicts. */
const BEGINS_KNOWN = `
CREATE OR REPLACE FUNCTION event_store.begins_known(asked_stream text, asked_ids uuid[]) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM (SELECT id FROM event_store.events e WHERE e.stream = asked_stream
    ORDER BY e.revision DESC LIMIT ${REPETITION_WINDOW}) newest WHERE newest.id = asked_ids[1])
$$;`;

/**
 * Several appends, each to another stream, in one commit. The lock is a statement of its own: the snapshot of the next
 * one is newer, and holds every earlier commit. An append that conflicts or repeats writes nothing.
 */
const APPEND = `
CREATE OR REPLACE FUNCTION event_store.append(
  streams text[], expected bigint[], append_of integer[], ids uuid[], types text[], are_json boolean[],
  datas text[], datas_bytes bytea[], metadatas text[], metadatas_bytes bytea[]
) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  base bigint;
  lasts bigint[];
  writes boolean[] := array_fill(true, ARRAY[cardinality(streams)]);
  revisions bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(streams)]);
  positions bigint[] := revisions;
  own_ids uuid[];
  place record;
  written bigint;
BEGIN
  PERFORM FROM event_store.head FOR UPDATE;
  SELECT coalesce(max(e.position), 0) INTO base FROM event_store.events e;
  SELECT array_agg(coalesce(newest.revision, -1) ORDER BY asked.place) INTO lasts
  FROM unnest(streams) WITH ORDINALITY AS asked(stream, place) LEFT JOIN LATERAL (
    SELECT e.revision FROM event_store.events e WHERE e.stream = asked.stream COLLATE "C" ORDER BY e.revision DESC LIMIT 1
  ) newest ON true;
  FOR n IN 1 .. cardinality(streams) LOOP
    CONTINUE WHEN expected[n] = lasts[n];
    SELECT coalesce(array_agg(event.id ORDER BY event.place), '{}') INTO own_ids
    FROM unnest(append_of, ids) WITH ORDINALITY AS event(of_append, id, place) WHERE event.of_append = n;
    IF expected[n] < -1 AND (expected[n] = -2 OR lasts[n] >= 0) THEN
      CONTINUE WHEN NOT event_store.begins_known(streams[n], own_ids);
    END IF;
    writes[n] := false;
    CONTINUE WHEN expected[n] > lasts[n];
    SELECT r.revision, r.position INTO place FROM event_store.repetition(streams[n], expected[n], own_ids) r;
    revisions[n] := place.revision;
    positions[n] := place.position;
  END LOOP;
  INSERT INTO event_store.events
  SELECT base + row_number() OVER (ORDER BY event.place), streams[event.of_append],
    lasts[event.of_append] + row_number() OVER (PARTITION BY event.of_append ORDER BY event.place), event.id, event.type,
    event.is_json, floor(extract(epoch FROM clock_timestamp()) * 1000), event.data, event.data_bytes, event.metadata,
    event.metadata_bytes
  FROM unnest(append_of, ids, types, are_json, datas, datas_bytes, metadatas, metadatas_bytes) WITH ORDINALITY
    AS event(of_append, id, type, is_json, data, data_bytes, metadata, metadata_bytes, place)
  WHERE writes[event.of_append];
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written > 0 THEN PERFORM pg_notify('event_store', (base + written)::text); END IF;
  RETURN json_build_object('base', base, 'lasts', lasts, 'writes', writes, 'revisions', revisions, 'positions', positions);
END $$;`;

export const APPEND_FUNCTIONS = `${REPETITION}${BEGINS_KNOWN}${APPEND}`;
