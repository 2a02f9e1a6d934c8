/** True when the event has the facts of the alert, except for its stream. */
const isSame = (event: string): string =>
  `NOT EXISTS (SELECT FROM unnest(c.same) AS fact WHERE ${event}.data->>fact IS DISTINCT FROM a.facts->>fact)`;

/** Read from the audit trail, which follows each stream in order. */
const HAS_NEXT_EVENT = `EXISTS (
  SELECT FROM lastro.audit_trail e
   WHERE e.stream = a.facts->>'stream' AND e.type = ANY (c.types)
     AND (NOT c."byTwo" OR e.data ?| '{decided,decidedBy}')
     AND CASE c.since WHEN '{}' THEN ${isSame('e')} ELSE e.revision > (
       SELECT max(s.revision) FROM lastro.audit_trail s
        WHERE s.stream = e.stream AND s.type = ANY (c.since) AND ${isSame('s')}) END)`;

/** A complete scan that began after the last sight of the cause; a question is a text, or a list of items. */
const IS_LOOKED_AT = `EXISTS (
  SELECT FROM lastro.watch_cursors w
   WHERE w.network = a.facts->>'network' AND w.looked_at > a.raised_at AND NOT EXISTS (
     SELECT FROM jsonb_path_query(w.questions->c.question, '$[*]') AS asked
      WHERE c.item IS NULL OR asked #>> '{}' = a.facts->>c.item))`;

const IS_READ = `NOT EXISTS (
  SELECT FROM lastro.unread_transactions u
   WHERE u.network = a.facts->>'network' AND u.txid = a.facts->>'txid' AND u.given_up_at IS NULL)`;

/** $1: the rules of `commands/alerts/closing.ts` by kind. $2: now. $3: silence counts. */
export const CLOSE_OVER = `
UPDATE lastro.alerts a SET closed_at = $2,
    closed_because = CASE ended.by WHEN 'SILENCE' THEN 'it was not seen again' ELSE 'it is so no longer' END
  FROM (
    SELECT a.kind, a.subject, c.by FROM lastro.alerts a
      JOIN json_to_recordset($1::json) AS c (kind text, by text, same text[], types text[], since text[],
        "byTwo" boolean, "afterMs" float, question text, item text)
        USING (kind)
     WHERE a.closed_at IS NULL AND CASE c.by
        WHEN 'EVENT' THEN ${HAS_NEXT_EVENT}
        WHEN 'LOOK' THEN ${IS_LOOKED_AT}
        WHEN 'READ' THEN ${IS_READ}
        WHEN 'SILENCE' THEN $3::boolean AND a.raised_at <= $2::timestamptz - c."afterMs" * interval '1 ms'
        ELSE false END
     ORDER BY a.kind, a.subject FOR UPDATE OF a SKIP LOCKED) AS ended
 WHERE a.kind = ended.kind AND a.subject = ended.subject
RETURNING a.kind, a.subject, a.says, a.facts, a.opened_at AS "openedAt", a.raised_at AS "raisedAt",
  a.closed_because AS because`;
