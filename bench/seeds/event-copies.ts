/** Copies the events of payments so often; of a log that no service reads meanwhile. */
export const copyEvents = (times: number): string => `
  INSERT INTO event_store.events
  SELECT log.top + (n - 1) * log.count + e.place, e.stream || '-' || n, e.revision, gen_random_uuid(), e.type, e.is_json,
    e.created_ms, e.data, e.data_bytes, e.metadata, e.metadata_bytes
  FROM (SELECT max(position) AS top, count(*) AS count FROM event_store.events) log, generate_series(1, ${times}) AS n,
    (SELECT *, row_number() OVER (ORDER BY position) AS place FROM event_store.events WHERE stream LIKE 'cashout-%') e
  ORDER BY n, e.place`;

/** No projection reads the copies. */
export const SKIP_COPIES = `UPDATE lastro.named_checkpoints SET stream = last.stream, revision = last.revision,
  event_id = last.id, event_commit = last.position, event_prepare = last.position, position_commit = last.position,
  position_prepare = last.position
  FROM (SELECT * FROM event_store.events ORDER BY position DESC LIMIT 1) last`;
